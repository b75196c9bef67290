import { readHealth } from '#providers/http/health.ts';
import { filled, type Texts } from './texts.ts';

/** Where the demonstration accounts are, and the password of each (contract 7). */
const DOMAIN = '@demo.local';
const PASSWORD = 'demo-demo';

/** Tells of the demonstration accounts where the server has any; a click fills the form. */
export const offerDemoAccounts = async (
  apiBase: string,
  section: HTMLElement,
  texts: Texts['session'],
  fill: (email: string, password: string) => void,
): Promise<void> => {
  const health = await readHealth(apiBase).catch(() => null);
  const [text, list] = [section.querySelector('p'), section.querySelector('ul')];
  if (!health?.demo_accounts.length || !text || !list) return;
  text.textContent = filled(texts.demo, { domain: DOMAIN, password: PASSWORD });
  list.replaceChildren(...health.demo_accounts.map(email => entry(email, () => fill(email, PASSWORD))));
  section.hidden = false;
};

const entry = (email: string, choose: () => void): HTMLLIElement => {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = email.replace(DOMAIN, '');
  button.title = email;
  button.addEventListener('click', choose);
  const item = document.createElement('li');
  item.append(button);
  return item;
};
