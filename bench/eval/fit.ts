/** What speaks for the answer to a question, whether it is right, and how much that counts. */
export interface Observed {
  signs: readonly number[];
  isRight: boolean;
  weight: number;
}

const ROUNDS = 40;
/** Keeps weights small where the data say little. */
const RIDGE = 0.5;

/** The weights of a logistic regression, first the constant, by Newton's method. */
export function fitWeights(observed: readonly Observed[]): number[] {
  const rows = observed.map(({ signs }) => [1, ...signs]);
  let weights = (rows[0] ?? []).map(() => 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const gradient = weights.map((weight, place) => (place === 0 ? 0 : RIDGE * weight));
    const hessian = weights.map((_, place) =>
      weights.map((__, other): number => (place === other ? RIDGE : 0)),
    );
    for (const [number, row] of rows.entries()) {
      const { isRight, weight } = observed[number] ?? { isRight: false, weight: 0 };
      const said = 1 / (1 + Math.exp(-multiply(row, weights)));
      for (const [place, sign] of row.entries()) {
        gradient[place] = (gradient[place] ?? 0) + weight * (said - Number(isRight)) * sign;
        const line = hessian[place] ?? [];
        for (const [other, another] of row.entries())
          line[other] = (line[other] ?? 0) + weight * said * (1 - said) * sign * another;
      }
    }
    const step = solve(hessian, gradient);
    weights = weights.map((weight, place) => weight - (step[place] ?? 0));
  }
  return weights;
}

function multiply(row: readonly number[], weights: readonly number[]): number {
  return row.reduce((sum, sign, place) => sum + sign * (weights[place] ?? 0), 0);
}

/** Solves a small symmetric system by elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, place) => [...row, right[place] ?? 0]);
  for (const [place, pivot] of rows.entries()) {
    const divisor = pivot[place] ?? 1;
    for (const [column, value] of pivot.entries()) pivot[column] = value / divisor;
    for (const row of rows) {
      const factor = row[place] ?? 0;
      if (row !== pivot)
        for (const [column, value] of pivot.entries()) row[column] = (row[column] ?? 0) - factor * value;
    }
  }
  return rows.map((row) => row.at(-1) ?? 0);
}
