import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Fault, faultsByKind } from '#tests/support/faults.ts';
import { useNotices } from '#tests/support/notices.ts';
import { addManyProducts, numbered } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer, complaints } = useScreens();
const notices = useNotices();

beforeEach(() => addManyProducts(server(), 3));

describe('§8 Writes that fail', () => {
  /** Answers writes with the fault at hand, and counts them. */
  const failingWrites = () => {
    const state = { fault: faultsByKind[0] as Fault, sent: [] as string[] };
    answer(
      http.all('*/api/products*', ({ request }) => {
        // What a deletion takes records out of is a question, although it is sent as a POST.
        if (request.method === 'GET' || request.url.endsWith('/containers')) return undefined;
        state.sent.push(request.method);
        return state.fault.answer();
      }),
    );
    return state;
  };
  const typedName = () => screen.getByRole('textbox', { name: /^Название/ });

  /** What a write does on its screen, and that its form stands as it was. */
  const writes = [
    {
      name: 'a save',
      address: '/content/nomenclature/1/settings',
      method: 'PUT',
      type: (user: UserEvent) => user.type(typedName(), '!'),
      write: (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Сохранить' })),
      stands: () => expect(typedName()).toHaveValue(`${numbered(1)}!`),
    },
    {
      name: 'a creation',
      address: '/content/nomenclature/new',
      method: 'POST',
      type: (user: UserEvent) => user.type(typedName(), 'Морс'),
      write: (user: UserEvent) => user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Создать' })),
      stands: () => expect(typedName()).toHaveValue('Морс'),
    },
    {
      name: 'a deletion',
      address: '/content/nomenclature/1/settings',
      method: 'DELETE',
      type: () => Promise.resolve(),
      write: async (user: UserEvent) => {
        await user.click(await screen.findByRole('button', { name: 'Удалить' }));
        await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Удалить' }));
      },
      stands: () => expect(typedName()).toHaveValue(numbered(1)),
    },
  ];

  it.each(writes)(
    '[N27] [N28] [L10] $name is sent once, shows the message of the table, and keeps what was typed',
    async it => {
      const state = failingWrites();
      const { user } = await open(it.address, 'admin');
      await waitFor(() => expect(typedName()).toBeVisible());
      await it.type(user);
      // What is deleted already is no failure of a deletion: it is said, and left.
      const isFailure = ({ kind }: Fault) => kind !== 'notFound' || it.method !== 'DELETE';
      for (const fault of faultsByKind.filter(isFailure)) {
        Object.assign(state, { fault, sent: [] });
        await it.write(user);
        // §8: after a 401 once more with the renewed token.
        const sent = fault.kind === 'unauthorized' ? [it.method, it.method] : [it.method];
        await waitFor(() => expect(state.sent, fault.name).toEqual(sent));
        const { says } = fault;
        if (says !== null)
          await waitFor(() => expect(notices.shown(), fault.name).toEqual([expect.stringContaining(says)]));
        await waitFor(() => expect(screen.queryByRole('dialog'), fault.name).not.toBeInTheDocument());
        it.stands();
        if (says === null) expect(notices.shown(), fault.name).toEqual([]);
        await notices.forget(user);
        expect(state.sent, fault.name).toEqual(sent);
        complaints();
      }
    },
  );
});
