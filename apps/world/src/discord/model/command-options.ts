import {
  ApplicationCommandOptionType,
  type APIApplicationCommandInteractionDataOption,
  type APIApplicationCommandOption,
  type APIApplicationCommandBasicOption,
  type InteractionType,
} from 'discord-api-types/v10';

export type GivenOptions = Record<string, string | number | boolean>;

type DataOption = APIApplicationCommandInteractionDataOption<InteractionType.ApplicationCommand>;

/** Checks what someone gave against what the command asks for, as Discord's own client does. */
export function readOptions(
  asked: readonly APIApplicationCommandOption[],
  path: readonly string[],
  given: GivenOptions,
  /** The option that is being typed: nothing is required yet. */
  focused?: string,
): DataOption[] {
  const [first, ...rest] = path;
  if (first !== undefined) {
    const nested = asked.find(({ name, type }) => name === first && isNested(type));
    if (!nested) throw new Error(`There is no subcommand "${first}".`);
    const options = 'options' in nested ? (nested.options ?? []) : [];
    return [{ type: nested.type, name: first, options: readOptions(options, rest, given, focused) } as DataOption];
  }
  const flat = asked.filter((option): option is APIApplicationCommandBasicOption => !isNested(option.type));
  if (flat.length < asked.length) throw new Error('This command needs a subcommand.');
  for (const name of Object.keys(given)) {
    if (!flat.some((option) => option.name === name)) throw new Error(`There is no option "${name}".`);
  }
  const missing = flat.find(({ name, required }) => required && given[name] === undefined);
  if (missing && focused === undefined) throw new Error(`The option "${missing.name}" is required.`);
  const completed = flat.find(({ name }) => name === focused);
  if (focused !== undefined && !(completed && 'autocomplete' in completed && completed.autocomplete))
    throw new Error(`The option "${focused}" has no autocomplete.`);
  return flat.flatMap((option) => {
    const value = given[option.name];
    if (value === undefined) return [];
    return [option.name === focused ? { ...readOption(option, value), focused: true } : readOption(option, value)];
  });
}

function isNested(type: ApplicationCommandOptionType): boolean {
  return type === ApplicationCommandOptionType.Subcommand || type === ApplicationCommandOptionType.SubcommandGroup;
}

function readOption({ type, name }: APIApplicationCommandBasicOption, value: string | number | boolean): DataOption {
  const wanted =
    type === ApplicationCommandOptionType.Boolean
      ? 'boolean'
      : type === ApplicationCommandOptionType.Integer || type === ApplicationCommandOptionType.Number
        ? 'number'
        : 'string';
  if (typeof value !== wanted) throw new Error(`The option "${name}" must be a ${wanted}.`);
  return { type, name, value } as DataOption;
}
