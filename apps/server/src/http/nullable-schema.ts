type Schema = Record<string, unknown>;

/**
 * Writes "this or null" as `nullable`: for `anyOf`, the serializer validates the value with Ajv first, which takes six times
 * as long, and an instance of it in memory for each kind of reply.
 */
export function withNullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNullable);
  if (typeof schema !== 'object' || schema === null) return schema;
  const simple: Schema = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withNullable(value)]));
  const { anyOf, ...rest } = simple;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return simple;
  const [value, other] = anyOf as [Schema, Schema];
  if (other['type'] !== 'null' || typeof value['type'] !== 'string') return simple;
  return { ...rest, ...value, nullable: true };
}
