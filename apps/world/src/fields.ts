/** The fields of a steering message before validation. */
export type Fields = Record<string, unknown>;

export function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

export function fieldsOf(value: unknown): Fields {
  const fields = asFields(value);
  if (!fields) throw new Error('An object is missing.');
  return fields;
}

export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new Error(`The text "${name}" is missing.`);
  return value;
}

export function numberOf(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number') throw new Error(`The number "${name}" is missing.`);
  return value;
}
