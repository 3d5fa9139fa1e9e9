/**
 * Each cycle of a directed graph once, as the path that starts and ends with the same node.
 * @param {Map<string, string[]>} graph node → its successors @returns {string[][]}
 */
export function findCycles(graph) {
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {string[][]} */
  const found = [];
  /** @param {string} node @param {string[]} trail */
  const visit = (node, trail) => {
    const start = trail.indexOf(node);
    if (start >= 0) {
      found.push([...trail.slice(start), node]);
      return;
    }
    if (done.has(node)) return;
    for (const next of new Set(graph.get(node))) visit(next, [...trail, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return found;
}
