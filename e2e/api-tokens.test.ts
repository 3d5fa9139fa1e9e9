import { findViolations } from './barriers.ts';
import { expect, register, test } from './journey.ts';

test('a person creates an API token, a script uses it, the API page tries it, and revoking ends it', async ({
  page,
  playwright,
  baseURL,
}) => {
  const person = await register(page);
  await page.goto(`/login?email=${encodeURIComponent(person.email)}&redirect=%2Faccount`);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: 'Create a token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create an API token' });
  await dialog.getByLabel('Name').fill('Night <script>');
  await dialog.getByRole('checkbox', { name: 'Chat and mail' }).check();
  await dialog.getByLabel('Expires').selectOption('In 30 days');
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const shown = page.getByRole('dialog', { name: 'Your new API token' });
  const secret = (await shown.locator('code').first().textContent()) ?? '';
  expect(secret).toMatch(/^thp_[\w-]{16}\.[\w-]{43}$/);
  expect(await findViolations(page)).toEqual([]);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown).toBeHidden();
  const row = page.getByRole('row', { name: /Night <script>/ });
  await expect(row).toContainText('Read, Chat and mail');
  await expect(row).toContainText('All servers');

  const authorization = `Bearer ${secret}`;
  const script = await playwright.request.newContext({
    ...(baseURL && { baseURL }),
    extraHTTPHeaders: { authorization },
  });
  const me = await script.get('/api/users/me');
  expect(await me.json()).toMatchObject({ status: 200, data: { username: person.username } });
  expect(await (await script.get('/api/users/me/tokens')).json()).toMatchObject({ status: 403, code: 'LOGIN_NEEDED' });
  expect(await (await script.get('/api/files')).json()).toMatchObject({ status: 403, code: 'TOKEN_SCOPE' });

  await test.step('the page about the API', async () => {
    await page.goto('/api/docs');
    await page.getByLabel('API token to try calls with').fill(secret);
    await page.getByText('A server with its state').click();
    const call = page.locator('details[open]');
    await expect(call).toContainText('API tokens need the scope read.');
    const servers = (await (await script.get('/api/ark/servers')).json()) as { data: { id: string; name: string }[] };
    const [server] = servers.data;
    await call.getByLabel('id').fill(server?.id ?? '');
    await call.getByRole('button', { name: 'Send' }).click();
    await expect(call.getByRole('status')).toContainText('200');
    await expect(call.getByRole('status')).toContainText('content-type: application/json');
    await expect(call.getByRole('status')).toContainText(server?.name ?? 'a server');
    expect(await findViolations(page)).toEqual([]);
    expect(
      await page.evaluate(() => [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie].join()),
    ).not.toContain(secret);
  });

  await page.goto('/account');
  await page.getByRole('button', { name: 'Revoke Night <script>' }).click();
  await page.getByRole('button', { name: 'Revoke token' }).click();
  await expect(page.getByText('You have no API tokens.')).toBeVisible();
  expect((await script.get('/api/users/me')).status()).toBe(401);
  await script.dispose();
});
