import { act, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Fault, faultsByKind, SAID } from '#tests/support/faults.ts';
import { hold } from '#tests/support/hold.ts';
import { useNotices } from '#tests/support/notices.ts';
import { addManyProducts, numbered } from '#tests/support/records.ts';
import { goTo, useScreens } from '#tests/support/screen.tsx';

const { server, open, answer, complaints } = useScreens();
const notices = useNotices();

const main = () => screen.getByRole('main');
const heading = () => within(main()).findByRole('heading', { level: 1 });
const isBusy = () => main().querySelector('[aria-busy=true], [role=progressbar]') !== null;
/** What a failure says anywhere on the page: notices stand outside of the screen. */
const shown = (text: string) => screen.queryAllByText(found => found.includes(text));

/** Without a browser there are no colours to compare. */
const faultsOfAccess = async (): Promise<string[]> => {
  const { violations } = await axe.run(document, { rules: { 'color-contrast': { enabled: false } } });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
};

const screens = [
  { name: 'the list', address: '/content/nomenclature', read: '*/api/products', way: 'Повторить' },
  { name: 'the editor', address: '/content/nomenclature/1/settings', read: '*/api/products/1', way: 'К разделу' },
  { name: 'the start page', address: '/content', read: '*/api/products*', way: 'Номенклатура' },
  {
    name: 'the page of imports',
    address: '/content/nomenclature/import',
    read: '*/api/products/import/*',
    way: 'Повторить',
  },
  { name: 'the settings', address: '/content/settings', read: '*/api/navigation/settings', way: 'Повторить' },
] as const;

/** Says a fault in its own place that has words of its own for it. */
const ownWords: Partial<Record<string, RegExp>> = { 'the editor notFound': /^Такой записи нет$/ };

beforeEach(() => addManyProducts(server(), 3));

describe('§8 Screens whose reads fail', () => {
  it.each(screens)(
    '[N28] [N29] $name is never blank, whatever it is fed with',
    async ({ name, address, read, way }) => {
      const { services, user } = await open('/content/catalog', 'admin');
      let fault = faultsByKind[0] as Fault;
      answer(http.get(read, () => fault.answer()));
      const readAgain = async () => {
        // An editor holds what it was opened with: it has to be left and opened anew.
        if (name === 'the editor') {
          goTo('/content/catalog');
          await screen.findByRole('heading', { level: 1, name: 'Каталог моделей' });
        }
        await act(() => services.queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'catalog' }));
        if (window.location.pathname !== address) goTo(address);
      };
      for (fault of faultsByKind) {
        await readAgain();
        await waitFor(() => expect(within(main()).queryAllByText(new RegExp(way)), fault.name).not.toHaveLength(0));
        await waitFor(() => expect(services.queryClient.isFetching(), fault.name).toBe(0));
        await waitFor(() => expect(isBusy(), fault.name).toBe(false));
        expect(await heading(), fault.name).toHaveTextContent(/\S/);
        expect(screen.getByRole('navigation', { name: 'Меню' }), fault.name).toBeVisible();
        expect(screen.queryByText('Экран не открылся'), fault.name).not.toBeInTheDocument();
        const words = ownWords[`${name} ${fault.kind}`];
        const { says } = fault;
        if (words) expect(screen.getAllByText(words), fault.name).not.toHaveLength(0);
        else if (says !== null) await waitFor(() => expect(shown(says), fault.name).not.toHaveLength(0));
        else expect(shown(SAID), fault.name).toEqual([]);
        expect(complaints().length > 0, fault.name).toBe(fault.isReported);
        await notices.forget(user);
      }
    },
  );

  it.each(screens)(
    '[U4] $name passes the checks of access while it loads and once it has failed',
    async ({ address, read, way }) => {
      const { released, release } = hold();
      let isAsked = false;
      answer(
        http.get(read, async () => {
          isAsked = true;
          await released;
          return HttpResponse.json({ code: 404, message: SAID }, { status: 404 });
        }),
      );
      await open(address, 'admin');
      await screen.findByRole('navigation', { name: 'Меню' });
      await waitFor(() => expect(isAsked).toBe(true));
      expect(await faultsOfAccess()).toEqual([]);
      release();
      await waitFor(() => expect(within(main()).queryAllByText(new RegExp(way))).not.toHaveLength(0));
      await waitFor(() => expect(isBusy()).toBe(false));
      expect(await faultsOfAccess()).toEqual([]);
    },
  );

  it('[N25] ten reads that fail at once give one notice', async () => {
    answer(http.get(/api\/(products|models|reference)/, () => HttpResponse.html('<html>')));
    const { user, services } = await open('/content', 'admin');
    await waitFor(() =>
      expect(notices.shown()).toEqual([expect.stringContaining('Ответ сервера не удалось прочитать')]),
    );
    await waitFor(() => expect(services.queryClient.isFetching()).toBe(0));
    await notices.forget(user);
    expect(notices.shown()).toEqual([]);
    expect(complaints().length).toBeGreaterThan(9);
  });

  it('[N14] without a socket token lists work, and no notice appears', async () => {
    let asked = 0;
    answer(
      http.get('*/api/web-socket/get-token', () => {
        asked += 1;
        return HttpResponse.json({ code: 500, message: SAID }, { status: 500 });
      }),
    );
    const { user } = await open('/content/nomenclature');
    await screen.findByRole('link', { name: numbered(1) });
    await waitFor(() => expect(asked).toBeGreaterThan(0));
    await user.type(screen.getByRole('searchbox', { name: 'Найти' }), numbered(2));
    await waitFor(() => expect(screen.queryByRole('link', { name: numbered(1) })).not.toBeInTheDocument());
    expect(await screen.findByRole('link', { name: numbered(2) })).toBeVisible();
    expect(notices.shown()).toEqual([]);
    complaints();
  });

  it('[N29] without a network the page shows an error at once, and reads again when the network is back', async () => {
    let isOffline = true;
    answer(http.get('*/api/products', () => (isOffline ? HttpResponse.error() : undefined)));
    act(() => void window.dispatchEvent(new Event('offline')));
    await open('/content/nomenclature');
    await screen.findByText('Список не загрузился');
    isOffline = false;
    act(() => void window.dispatchEvent(new Event('online')));
    await screen.findByRole('link', { name: numbered(1) });
  });
});
