/** A promise that the test resolves. */
export function later<Value>() {
  const resolvers: ((value: Value) => void)[] = [];
  const promise = new Promise<Value>((resolve) => resolvers.push(resolve));
  return { promise, resolve: (value: Value) => resolvers.forEach((resolve) => resolve(value)) };
}
