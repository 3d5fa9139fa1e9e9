import {
  ApplicationCommandOptionType,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
} from 'discord-api-types/v10';
import { html, type Html } from '../http/html.ts';
import { commandsInGuild } from '../model/commands.ts';
import type { Scene } from '../model/scene.ts';

type Callable = { name: string; description: string; options: readonly APIApplicationCommandBasicOption[] };

const numbers = [ApplicationCommandOptionType.Integer, ApplicationCommandOptionType.Number];

/** A form for each command that the bot has registered. */
export function commandForms(scene: Scene, hidden: Html): Html[] {
  const callables = commandsInGuild(scene).flatMap(({ name, description, options = [] }) =>
    flatten(name, description, options),
  );
  if (callables.length === 0) return [html`<p class="quiet">The bot has registered no commands yet.</p>`];
  return callables.map(
    ({ name, description, options }) =>
      html`<details>
        <summary>/${name} <small>${description}</small></summary>
        <form method="post" action="/command">
          ${hidden}<input type="hidden" name="name" value="${name}" />
          ${options.map(optionField)}
          <button>Run /${name}</button>
        </form>
      </details>`,
  );
}

/** The kinds of the options that a form has sent as text. */
export function readCommandForm(scene: Scene, name: string, form: URLSearchParams) {
  const [first = '', ...path] = name.split(' ');
  let options = commandsInGuild(scene).find((command) => command.name === first)?.options ?? [];
  for (const part of path) {
    const nested = options.find((option) => option.name === part);
    options = nested && 'options' in nested ? (nested.options ?? []) : [];
  }
  const given = options.flatMap((option) => {
    const text = form.get(`option.${option.name}`);
    return text ? [[option.name, valueOf(option, text)] as const] : [];
  });
  return Object.fromEntries(given);
}

function valueOf({ type }: APIApplicationCommandOption, text: string): string | number | boolean {
  if (numbers.includes(type)) return Number(text);
  return type === ApplicationCommandOptionType.Boolean ? text === 'true' : text;
}

function flatten(name: string, description: string, options: readonly APIApplicationCommandOption[]): Callable[] {
  const nested = options.flatMap((option) => {
    const isNested =
      option.type === ApplicationCommandOptionType.Subcommand ||
      option.type === ApplicationCommandOptionType.SubcommandGroup;
    return isNested ? flatten(`${name} ${option.name}`, option.description, option.options ?? []) : [];
  });
  return nested.length > 0
    ? nested
    : [{ name, description, options: options as readonly APIApplicationCommandBasicOption[] }];
}

function optionField(option: APIApplicationCommandBasicOption): Html {
  const name = `option.${option.name}`;
  return html`<label
    >${option.name}${option.required ? '' : ' (optional)'}: ${option.description} ${input(option, name)}</label
  >`;
}

function input(option: APIApplicationCommandBasicOption, name: string): Html {
  const required = option.required ? html`required` : html``;
  const choices = 'choices' in option ? (option.choices ?? []) : [];
  const isBoolean = option.type === ApplicationCommandOptionType.Boolean;
  if (choices.length > 0 || isBoolean) {
    const offered = isBoolean
      ? [
          { name: 'yes', value: 'true' },
          { name: 'no', value: 'false' },
        ]
      : choices;
    return html`<select name="${name}" ${required}>
      <option value=""></option>
      ${offered.map((choice) => html`<option value="${choice.value}">${choice.name}</option>`)}
    </select>`;
  }
  const type = numbers.includes(option.type) ? 'number' : 'text';
  return html`<input
    name="${name}"
    type="${type}"
    ${type === 'number' ? html`step="any"` : ''}
    ${required}
    autocomplete="off"
  />`;
}
