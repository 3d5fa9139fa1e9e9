import { html, type Html } from '../http/html.ts';
import { htmlPage } from '../http/html-page.ts';
import type { Reply } from '../http/reply.ts';
import { membersOf } from '../model/people.ts';
import type { Scene } from '../model/scene.ts';
import { authorize, deny, readAuthorizationRequest, type AuthorizationRequest } from './authorize.ts';

const meanings: Record<string, string> = {
  identify: 'See your username and avatar',
  email: 'See your email address',
  guilds: "Know what servers you're in",
  'guilds.members.read': 'Read your member info (nickname, avatar, roles, etc) for servers you belong to',
  connections: 'See your connections to other services',
};

/** The page on which a person authorizes an application. */
export function authorizePage(scene: Scene, query: URLSearchParams): Reply {
  const asked = readAuthorizationRequest(scene, query);
  if (typeof asked === 'string') return problemPage(asked);
  return htmlPage({
    title: `Authorize ${scene.application.name}`,
    body: consent(scene, query, asked),
    // The browser follows the response to the form only where the page allows it.
    formTarget: new URL(asked.redirectUri).origin,
  });
}

/** What its form sends. */
export function handleConsent(scene: Scene, form: URLSearchParams): Reply {
  const asked = readAuthorizationRequest(scene, form);
  if (typeof asked === 'string') return problemPage(asked);
  if (form.get('decision') !== 'authorize') return { status: 303, headers: { location: deny(scene, asked) } };
  const person = scene.people.get(form.get('person') ?? '');
  if (!person || person.isBot) return problemPage('Choose who you are.');
  return { status: 303, headers: { location: authorize(scene, asked, person.id) } };
}

function problemPage(text: string): Reply {
  return htmlPage({
    status: 400,
    title: 'Something is wrong',
    body: html`<main class="card">
      <h1>Something is wrong</h1>
      <p>${text}</p>
    </main>`,
  });
}

function consent(scene: Scene, query: URLSearchParams, { scopes, redirectUri }: AuthorizationRequest): Html {
  const hidden = [...query].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
  return html`<main class="card">
    <p class="label">Stand-in Discord of the demo world</p>
    <h1>${scene.application.name}</h1>
    <p>wants to access your Discord account.</p>
    <h2>This will allow it to</h2>
    <ul>
      ${scopes.map((scope) => html`<li>${meanings[scope] ?? scope} <code>${scope}</code></li>`)}
    </ul>
    <form method="post" action="/oauth2/authorize">
      ${hidden}
      <fieldset>
        <legend>Who are you?</legend>
        ${choices(scene)}
      </fieldset>
      <p class="quiet">You will be sent to <code>${new URL(redirectUri).origin}</code>.</p>
      <div class="buttons">
        <button name="decision" value="cancel" class="plain">Cancel</button>
        <button name="decision" value="authorize">Authorize</button>
      </div>
    </form>
  </main>`;
}

function choices(scene: Scene): Html[] {
  const members = new Set(membersOf(scene).map(({ id }) => id));
  const people = [...scene.people.values()].filter(({ isBot }) => !isBot);
  return people.map(({ id, username, globalName }, index) => {
    const note = members.has(id) ? `member of ${scene.guild.name}` : 'not a member';
    const input = html`<input type="radio" name="person" value="${id}" required ${checked(index === 0)} />`;
    return html`<label class="choice"
      >${input} <span>${globalName} <small>${username} · ${note}</small></span></label
    >`;
  });
}

function checked(isChecked: boolean): Html {
  return isChecked ? html`checked` : html``;
}
