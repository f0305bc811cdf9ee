// Places labels in a column so that they do not overlap: each as near to its line as possible, in the same order. Groups are
// merged as in isotonic regression (pool adjacent violators), which gives the least squared displacement. d3-force would
// also separate labels, but step by step, without keeping their order, and with other results for other starts.

/** The centres of the labels, in the order of `wanted`, the best centres. All stay between `top` and `bottom`. */
export function placeLabels(
  wanted: readonly number[],
  height: number,
  top: number,
  bottom: number,
): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0) || a - b);
  interface Group {
    sum: number;
    members: number[];
  }
  const half = height / 2;
  const place = (group: Group): number => {
    // The first label of a group is where the group is best on average, inside the column.
    const best = group.sum / group.members.length;
    const last = bottom - half - (group.members.length - 1) * height;
    return Math.max(top + half, Math.min(last, best));
  };
  const groups: Group[] = [];
  for (const index of order) {
    let group: Group = { sum: wanted[index] ?? 0, members: [index] };
    for (;;) {
      const above = groups[groups.length - 1];
      if (above === undefined || place(above) + above.members.length * height <= place(group) + 1e-9) break;
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
    const first = place(group);
    group.members.forEach((index, i) => {
      placed[index] = first + i * height;
    });
  }
  return placed;
}
