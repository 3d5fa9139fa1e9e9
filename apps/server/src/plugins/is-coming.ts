/** Whether a part of the body is still to come. A request that does not come over a line says nothing of it. */
export function isComing({ complete, destroyed }: { complete?: boolean; destroyed: boolean }): boolean {
  return complete === false && !destroyed;
}
