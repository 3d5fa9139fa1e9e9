/**
 * Adds a form to each call of the page, made from openapi.json, that sends it. The token is in its field and nowhere else.
 * Everything that comes back is put on the page as text.
 */
export const docsScript = `const { paths } = await (await fetch('/api/openapi.json')).json();
const shownCharacters = 200000;
document.getElementById('try').hidden = false;

const add = (parent, name, content = {}) => parent.appendChild(Object.assign(document.createElement(name), content));

function addField(form, kind, label, content) {
  return add(add(form, 'label', { textContent: label + ' ' }), kind, { spellcheck: false, autocomplete: 'off', ...content });
}

/** The smallest body that has every required field. */
function sample(schema) {
  if (!schema) return null;
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return sample(choice[0]);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(sample));
  if (schema.type === 'object') {
    const required = new Set(schema.required ?? []);
    const fields = Object.entries(schema.properties ?? {}).filter(([name]) => required.has(name));
    return Object.fromEntries(fields.map(([name, field]) => [name, sample(field)]));
  }
  return { array: [], string: '', boolean: false, integer: schema.minimum ?? 0, number: schema.minimum ?? 0 }[schema.type] ?? null;
}

function addBody(form, requestBody) {
  if (!requestBody) return undefined;
  const [[type, { schema }]] = Object.entries(requestBody.content);
  if (type === 'application/json') {
    const value = JSON.stringify(sample(schema), null, 2);
    const field = addField(form, 'textarea', 'Body', { value });
    return () => ({ type, body: field.value });
  }
  const field = addField(form, 'input', 'Body, from a file', { type: 'file' });
  return () => {
    const [file] = field.files;
    if (type !== 'multipart/form-data') return { type, body: file };
    const body = new FormData();
    if (file) body.append('file', file);
    return { body };
  };
}

function addForm(details) {
  const [method, path] = details.dataset.call.split(' ');
  const { parameters, requestBody } = paths[path][method.toLowerCase()];
  const form = add(details, 'form');
  add(form, 'h3', { textContent: 'Try it' });
  const fields = parameters.map(({ name, in: place, required, schema }) => ({
    name,
    place,
    field: addField(form, 'input', name + (required ? '' : ' (optional)'), { placeholder: schema.type ?? '' }),
  }));
  const readBody = addBody(form, requestBody);
  const button = add(form, 'button', { textContent: 'Send' });
  const output = add(form, 'div');
  output.setAttribute('role', 'status');
  let running;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (running) return running.abort();
    running = new AbortController();
    button.textContent = 'Stop';
    output.replaceChildren();
    try {
      await send({ method, path, fields, readBody, output, signal: running.signal });
    } catch (error) {
      if (!running.signal.aborted) add(output, 'p', { textContent: String(error) });
    }
    running = undefined;
    button.textContent = 'Send';
  });
}

async function send({ method, path, fields, readBody, output, signal }) {
  const query = new URLSearchParams();
  let address = path;
  for (const { name, place, field } of fields) {
    if (place === 'query' && field.value !== '') query.set(name, field.value);
    if (place === 'path' && name === '*') address = address.replace('*', () => encodeURI(field.value));
    else if (place === 'path') address = address.replace('{' + name + '}', () => encodeURIComponent(field.value));
  }
  const headers = new Headers();
  const token = document.getElementById('token').value.trim();
  if (token !== '') headers.set('authorization', 'Bearer ' + token);
  const { type, body } = readBody?.() ?? {};
  if (type) headers.set('content-type', type);
  const url = '/api' + address + (query.size > 0 ? '?' + query : '');
  const response = await fetch(url, { method, headers, body, signal, credentials: 'omit', cache: 'no-store' });
  add(output, 'p', { textContent: method + ' ' + url + ': ' + response.status + ' ' + response.statusText });
  show(output, 'Headers', [...response.headers].map(([name, value]) => name + ': ' + value).join('\\n'));
  const shown = show(output, 'Body', '');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader.read()) {
    shown.textContent += part.value;
    if (shown.textContent.length <= shownCharacters) continue;
    add(output, 'p', { textContent: 'The rest is not shown.' });
    return reader.cancel();
  }
}

function show(output, title, text) {
  add(output, 'h3', { textContent: title });
  return add(output, 'pre', { textContent: text, tabIndex: 0 });
}

for (const details of document.querySelectorAll('details'))
  details.addEventListener('toggle', () => addForm(details), { once: true });
`;
