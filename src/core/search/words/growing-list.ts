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
    if (this.length === this.values.length) this.reserve(1);
    this.values[this.length] = value;
    this.length += 1;
  }

  /** Makes room for more numbers, which may then be written to `values` without `push`. */
  reserve(count: number): void {
    if (this.length + count <= this.values.length) return;
    const larger = this.#make(Math.max(2 * this.values.length, this.length + count));
    larger.set(this.values);
    this.values = larger;
  }
}
