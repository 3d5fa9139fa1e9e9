const oldest = { major: 20, minor: 19 };

/** @param {string} version @returns {string | undefined} the sentence to stop with */
export function nodeProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return undefined;
  const wanted = `${oldest.major}.${oldest.minor}`;
  return `Tribehall needs Node.js ${wanted} or newer; this is ${version}. Node.js 22 or 24 is recommended.`;
}
