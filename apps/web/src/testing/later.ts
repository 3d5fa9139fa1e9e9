/** A promise that the test keeps when it is time. */
export function later<Value>() {
  const resolvers: ((value: Value) => void)[] = [];
  const promise = new Promise<Value>((resolve) => resolvers.push(resolve));
  return { promise, resolve: (value: Value) => resolvers.forEach((resolve) => resolve(value)) };
}
