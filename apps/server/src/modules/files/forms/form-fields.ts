import { roleNames, roles, type RoleName, type Visibility } from '@tribehall/contract';
import { fieldError } from '../../../errors.ts';

const fieldNames = ['isPrivate', 'allowedRoles'] as const;
type FieldName = (typeof fieldNames)[number];

export type FormFields = Partial<Record<FieldName, string>>;

export function readField(fields: FormFields, given: string, value: string): void {
  const name = fieldNames.find((known) => known === given);
  if (!name) throw fieldError('BAD_REQUEST', given, `There is no field of this name. A file needs a file name.`);
  if (fields[name] !== undefined) throw fieldError('BAD_REQUEST', name, `${name} is given twice.`);
  fields[name] = value;
}

/** Who may open the files, from the fields of the form. */
export function readFormVisibility({ isPrivate = 'false', allowedRoles = '' }: FormFields): Visibility {
  if (isPrivate !== 'true' && isPrivate !== 'false')
    throw fieldError('BAD_REQUEST', 'isPrivate', 'isPrivate must be true or false.');
  const allowed = readRoles(allowedRoles);
  if (isPrivate === 'true') {
    if (allowed.length > 0)
      throw fieldError('BAD_REQUEST', 'allowedRoles', 'A private file has no roles: leave allowedRoles empty.');
    return 'private';
  }
  if (allowed.length === 0) return 'public';
  if (!allowed.includes('Admin') || allowed.includes('DiscordBot'))
    throw fieldError('BAD_REQUEST', 'allowedRoles', 'allowedRoles must be empty (everyone) or Admin.');
  return 'admins';
}

/** Names or numbers of roles, separated by commas. */
function readRoles(text: string): RoleName[] {
  const given = text
    .split(',')
    .map((role) => role.trim())
    .filter((role) => role !== '');
  return given.map((role) => {
    const name = roleNames.find((known) => known === role || String(roles[known]) === role);
    if (!name) throw fieldError('BAD_REQUEST', 'allowedRoles', 'There is no role of this name.');
    return name;
  });
}
