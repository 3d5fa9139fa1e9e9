const epochMs = 1_420_070_400_000n;
let last = 0n;

/** An id as Discord makes them: by time, and never twice. */
export function nextSnowflake(): string {
  const now = (BigInt(Date.now()) - epochMs) << 22n;
  last = now > last ? now : last + 1n;
  return last.toString();
}
