/** Numbers appended one by one to a typed array: a quarter of the memory of an ordinary array. */
export class GrowingList<A extends Uint16Array | Uint32Array | Float32Array> {
  length = 0;
  values: A;
  readonly #make: (length: number) => A;

  constructor(make: (length: number) => A) {
    this.#make = make;
    this.values = make(1024);
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = this.#make(this.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length] = value;
    this.length += 1;
  }
}
