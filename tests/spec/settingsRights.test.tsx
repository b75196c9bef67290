import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { roles } from '#contract/roles.ts';
import { addedReference } from '#tests/support/attributes.ts';
import { confined, holds, satisfies } from '#tests/support/rights.ts';
import { goTo, useScreens } from '#tests/support/screen.tsx';
import { screens } from '#tests/support/screenRights.ts';

const { server, open } = useScreens();

const rights = new Map(screens);
/** One editor of each kind of setting, and the record that it shows. */
const editors = [
  ['/content/settings/attribute', 'Состав', '/attribute', { code: 'composition' }],
  ['/content/settings/language', 'Русский', '/language', { code: 'ru' }],
  ['/content/settings/project', 'Сайт', '/project', { code: 'site', platform: 'site' }],
  ['/content/settings/reference', addedReference.name, '/reference', { code: addedReference.code }],
  ['/content/settings/cafe', 'Невская', '/cafe', { kind: 'folder', folder: 'nevskaya' }],
  ['/content/settings/reference/brand', 'Ясень', '/reference/brand/value', {}],
] as const;

const nameField = () => screen.queryByRole('textbox', { name: /^Название/ });

describe('Settings’ editors', () => {
  let addresses: (readonly [address: string, name: string, right: string])[];
  beforeEach(async () => {
    const send = await server().as('admin');
    addresses = [];
    for (const [section, name, path, body] of editors) {
      const { result } = await send('POST', path, { name, ...body });
      const { id } = result as { id: number };
      addresses.push([`${section}/${id}/edit`, name, rights.get(`${section}/7/edit`) ?? '']);
    }
  });

  it.each(Object.keys(roles) as (keyof typeof roles)[])(
    '[T685] [P13] let a %s change what the table of rights gives them, and show them nothing of the rest',
    async role => {
      await open('/content', role);
      const home = confined.includes(role) ? '/content/matrices' : '/content';
      await waitFor(() => expect(window.location.pathname).toBe(home));
      await screen.findByRole('heading', { level: 1 });
      for (const [address, name, right] of addresses) {
        goTo(address);
        if (satisfies(right, holds(role))) {
          await screen.findByRole('heading', { level: 1, name });
          expect(await screen.findByRole('textbox', { name: /^Название/ })).toBeEnabled();
          expect(screen.getByRole('button', { name: 'Удалить' })).toBeEnabled();
        } else {
          await waitFor(() => expect(window.location.pathname).toBe(home));
          expect(nameField()).not.toBeInTheDocument();
          expect(screen.queryByText(name)).not.toBeInTheDocument();
        }
      }
    },
  );
});
