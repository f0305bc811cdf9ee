// Places labels in a column so that they do not overlap: each as near to its line as possible, in the order
// of the lines. Overlapping labels are merged into groups as in isotonic regression (pool adjacent
// violators), which minimises the sum of the squared displacements. d3-force would also separate labels, but
// iteratively, without preserving their order, and with a result that depends on their initial positions.

/**
 * The vertical centres of labels, each as near as possible to its centre in `wanted`. All labels have the
 * given height and are between `top` and `bottom`. The labels are in the order of `order`, from top to
 * bottom, by default in the order of their wanted centres.
 */
export function placeLabels(
  wanted: readonly number[],
  height: number,
  top: number,
  bottom: number,
  order: readonly number[] = wanted
    .map((_, index) => index)
    .sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0) || a - b),
): number[] {
  interface Group {
    sum: number;
    members: number[];
  }
  const half = height / 2;
  // The centre of the first label of a group that minimises the squared displacements and keeps the group
  // inside the column.
  const firstCentre = (group: Group): number => {
    const best = group.sum / group.members.length;
    const last = bottom - half - (group.members.length - 1) * height;
    return Math.max(top + half, Math.min(last, best));
  };
  const groups: Group[] = [];
  for (const index of order) {
    let group: Group = { sum: wanted[index] ?? 0, members: [index] };
    for (;;) {
      const above = groups[groups.length - 1];
      if (
        above === undefined ||
        firstCentre(above) + above.members.length * height <= firstCentre(group) + 1e-9
      )
        break;
      groups.pop();
      const shift = above.members.length * height;
      group = {
        sum: above.sum + group.sum - shift * group.members.length,
        members: [...above.members, ...group.members],
      };
    }
    groups.push(group);
  }
  const placed = new Array<number>(wanted.length).fill(0);
  for (const group of groups) {
    const first = firstCentre(group);
    group.members.forEach((index, i) => {
      placed[index] = first + i * height;
    });
  }
  return placed;
}
