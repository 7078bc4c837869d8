/** A number of some runs: that of one, or the mean of a day. */
interface Weighted {
  value: number;
  runs: number;
}

/**
 * Returns the moving average at each point: the mean of the last `length` runs up to it, or of those of its day if they
 * are more. A mean of several runs counts as many times.
 */
export function movingAverage(points: readonly Weighted[], length: number): number[] {
  let runs = 0;
  let sum = 0;
  let first = 0;
  return points.map((point) => {
    runs += point.runs;
    sum += point.value * point.runs;
    for (let oldest = points[first]; oldest && runs - oldest.runs >= length; oldest = points[first]) {
      runs -= oldest.runs;
      sum -= oldest.value * oldest.runs;
      first += 1;
    }
    return sum / runs;
  });
}
