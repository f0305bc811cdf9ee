// The ellipse of one standard deviation around the mean of points in a plane, as goodput against delay is
// drawn in the literature (Winstein and Balakrishnan, "TCP ex Machina", 2013). Its axes are the eigenvectors
// of the covariance matrix, and its semi-axes the square roots of the eigenvalues.

/**
 * The means, variances and the covariance of points. Variances are population variances: they are divided by
 * the number of points.
 */
export interface Moments {
  readonly count: number;
  readonly meanX: number;
  readonly meanY: number;
  readonly varX: number;
  readonly varY: number;
  readonly cov: number;
}

/** The moments of the points whose coordinates are both numbers. Without any, the means are NaN. */
export function momentsOf(x: ArrayLike<number>, y: ArrayLike<number>): Moments {
  // Welford's method: sums of squares of large numbers with small differences would lose all digits.
  let [count, meanX, meanY, squaresX, squaresY, products] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < Math.min(x.length, y.length); i += 1) {
    const [a, b] = [x[i] ?? Number.NaN, y[i] ?? Number.NaN];
    if (Number.isNaN(a) || Number.isNaN(b)) continue;
    count += 1;
    const [dx, dy] = [a - meanX, b - meanY];
    meanX += dx / count;
    meanY += dy / count;
    squaresX += dx * (a - meanX);
    squaresY += dy * (b - meanY);
    products += dx * (b - meanY);
  }
  if (count === 0) {
    const none = Number.NaN;
    return { count, meanX: none, meanY: none, varX: none, varY: none, cov: none };
  }
  return {
    count,
    meanX,
    meanY,
    varX: squaresX / count,
    varY: squaresY / count,
    cov: products / count,
  };
}

export interface Ellipse {
  /** The longer and the shorter semi-axis. */
  readonly major: number;
  readonly minor: number;
  /** The angle of the longer axis from the horizontal axis towards the vertical axis, in radians. */
  readonly angle: number;
}

/**
 * The ellipse of one standard deviation, after the axes are multiplied by `scaleX` and `scaleY` (pixels per
 * unit).
 */
export function sigmaEllipse({ varX, varY, cov }: Moments, scaleX = 1, scaleY = 1): Ellipse {
  const [a, b, c] = [varX * scaleX * scaleX, cov * scaleX * scaleY, varY * scaleY * scaleY];
  const middle = (a + c) / 2;
  const distance = Math.hypot((a - c) / 2, b);
  return {
    major: Math.sqrt(Math.max(0, middle + distance)),
    minor: Math.sqrt(Math.max(0, middle - distance)),
    angle: Math.atan2(2 * b, a - c) / 2,
  };
}
