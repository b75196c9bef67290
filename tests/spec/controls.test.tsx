import { screen, waitFor, within } from '@testing-library/react';
import { matchRoutes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { isAllowed, type PermissionSlug, permissionSlugs } from '#contract/permissions.ts';
import { findRouteRule, navigation } from '#contract/routes.ts';
import { ru } from '#i18n/ru.ts';
import { getAccessDeniedKey } from '#i18n/sections.ts';
import { buildTranslator } from '#i18n/translate.ts';
import type { ScreenHandle } from '#resources/engine/routes.tsx';
import { createContentRoutes } from '#src/content.tsx';
import { createStartup } from '#src/startup.ts';
import { allBut, letRole } from '#tests/support/permissions.ts';
import { addModels, addProducts, addValues } from '#tests/support/records.ts';
import { satisfies } from '#tests/support/rights.ts';
import { goTo, useScreens } from '#tests/support/screen.tsx';
import { noticeOf, screens } from '#tests/support/screenRights.ts';
import { createBrowser, createTabSession } from '#tests/support/tabs.ts';

const { server, open } = useScreens();

type Control = [role: 'button' | 'link', name: RegExp];

/**
 * By hand: where a slug shows a control, and which. Addresses that a slug opens stand in `screenRights.ts`. The pages are
 * opened in this order, and none has the heading of the one before.
 */
const controls: readonly (readonly [PermissionSlug, address: string, ...Control])[] = [
  ['models.show-list', '/content/nomenclature/1/models', 'button', /^Добавить$/],
  ['synchronization.run', '/content/synchronization', 'button', /^Опубликовать/],
  ['settings_project', '/content/synchronization', 'button', /Магазин/],
  ['change.show-current', '/content', 'link', /^Не опубликовано/],
  ['user.auth', '/content/users', 'button', /^Войти под пользователем: Зимин/],
  ['user.create', '/content/users', 'link', /^Создать$/],
  ['user.show-general', '/content/users', 'button', /^Заблокировать: Зимин/],
  ['products.show-list', '/content/catalog/1/products', 'button', /^Добавить$/],
  ['product-list.import-file', '/content/nomenclature', 'link', /^Импорт$/],
  ['product.send-media', '/content/nomenclature', 'link', /кафе/],
  ['product.send-media', '/content/matrices/1/nomenclature', 'link', /кафе/],
  ['product.show-general', '/content/nomenclature', 'link', /^Создать$/],
  ['model.show-general', '/content/catalog', 'link', /^Создать$/],
  ['matrix.operation', '/content/matrices', 'link', /^Создать$/],
  ['matrix.operation', '/content/matrices', 'link', /^Объединить$/],
  ['matrix.operation', '/content/matrices/1/nomenclature', 'button', /^Добавить$/],
  ['product.show-models', '/content/nomenclature/1/settings', 'link', /^Модели$/],
  ['product.show-categories', '/content/nomenclature/1/settings', 'link', /^Категории$/],
  ['product.show-prices', '/content/nomenclature/1/settings', 'link', /^Цена$/],
  ['product.show-images', '/content/nomenclature/1/settings', 'link', /^Изображения$/],
  ['model.show-products', '/content/catalog/1/settings', 'link', /^Товары$/],
  ['model.show-categories', '/content/catalog/1/settings', 'link', /^Категории$/],
  ['model.show-images', '/content/catalog/1/settings', 'link', /^Изображения$/],
  ['settings_attribute', '/content/settings', 'link', /^Атрибуты/],
  ['settings_language', '/content/settings', 'link', /^Языки/],
  ['settings_project', '/content/settings', 'link', /^Проекты/],
  ['settings_reference', '/content/settings', 'link', /^Бренды/],
  ['settings_reference', '/content/settings', 'link', /^Кафе/],
];

/** By hand: the addresses that the specification puts into the menu. */
const menu = [
  '',
  '/nomenclature',
  '/nomenclature/import',
  '/nomenclature/send-media',
  '/catalog',
  '/categories',
  '/matrices',
  '/synchronization',
  '/history',
  '/users',
  '/roles',
  '/security',
  '/system',
  '/settings',
].map(path => `/content${path}`);
/** What a guide has added follows its own declaration. */
const added = navigation.filter(({ link }) => !menu.includes(link));

const rights = new Map(screens);
const isOpenWithout = (slug: PermissionSlug, address: string): boolean =>
  satisfies(rights.get(address.replace(/\/1\b/, '/7')) ?? '', other => other !== slug);

/** In the page or in the header, but not in the menu, which lists sections. */
const found = (role: Control[0], name: RegExp) =>
  [...document.querySelectorAll<HTMLElement>('main, header')].flatMap(part =>
    within(part).queryAllByRole(role, { name }),
  );

describe('§6 Controls without their slug', () => {
  beforeEach(async () => {
    const send = await server().as('admin');
    await server().createUser('accountant', { first_name: 'Олег', last_name: 'Зимин' });
    await addProducts(server(), { name: 'Квас' });
    await addModels(server(), { name: 'Квасы' });
    await addValues(server(), 'brand', 'Своя полка');
    await send('POST', '/project', { name: 'Магазин', code: 'shop', platform: 'site' });
    await send('POST', '/matrices', { name: 'Утро' });
    // Whoever lacks one slug still holds all that Zimin does.
    await letRole(server(), 'accountant');
    await letRole(server(), 'content_manager', ...permissionSlugs);
    const author = await server().as('content_manager');
    await author('PUT', '/products/1', { weight: 2 });
    await author('PUT', '/models/1', { name: 'Морсы' });
  });

  it('[P600] every slug has its control here or its address in the table of screens', () => {
    const covered = new Set<string>([...controls.map(([slug]) => slug), ...screens.map(([, right]) => right)]);
    expect(permissionSlugs.filter(slug => !covered.has(slug))).toEqual([]);
  });

  const heading = () => document.querySelector('h1')?.textContent ?? '';
  const pages = [...new Set(controls.map(([, address]) => address))];

  it.each(permissionSlugs)(
    '[P600] [P1] [P21] without %s alone, just its controls and sections are gone',
    async slug => {
      await letRole(server(), 'content_manager', ...allBut(slug));
      const { services } = await open('/content/history', 'content_manager');
      await screen.findByRole('heading', { level: 1, name: 'История изменений' });
      let before = heading();
      const sections = within(await screen.findByRole('navigation', { name: 'Меню' })).getAllByRole('link');
      const links = new Set(sections.map(link => link.getAttribute('href')));
      const held = new Set<string>(permissionSlugs.filter(other => other !== slug));
      const own = added.filter(({ link }) => isAllowed(findRouteRule(link)?.access, held)).map(({ link }) => link);
      expect([...links].toSorted()).toEqual(
        [...menu.filter(address => isOpenWithout(slug, address)), ...own].toSorted(),
      );
      for (const address of pages.filter(page => isOpenWithout(slug, page))) {
        const here = controls.filter(([, page]) => page === address);
        const expected = here.map(([own]) => own).filter(own => own !== slug);
        const present = () => here.filter(([, , role, name]) => found(role, name).length > 0).map(([own]) => own);
        goTo(address);
        // Controls of two pages may have one name: they must not be taken for those of the page before.
        await waitFor(() => expect(['', before], address).not.toContain(heading()), { timeout: 30_000 });
        await waitFor(() => expect([address, present()]).toEqual([address, expected]));
        // What is read last may bring a control.
        await waitFor(() => expect(services.queryClient.isFetching()).toBe(0));
        expect([window.location.pathname, present()]).toEqual([address, expected]);
        before = heading();
      }
    },
  );
});

describe('§2 The application’s own routes without one slug', () => {
  const { session } = createTabSession('', createBrowser().openTab());
  const routes = createContentRoutes(createStartup(session, () => Promise.resolve(null)));

  it.each(permissionSlugs)(
    '[P1] [P21] [R51] [R52] without %s alone, just its addresses are closed, in the words of their section',
    slug => {
      const granted = new Set<string>(allBut(slug));
      for (const [address, right] of screens) {
        const handle: ScreenHandle | undefined = matchRoutes(routes, address)?.at(-1)?.route.handle;
        const isOpen = satisfies(right, other => granted.has(other));
        expect([address, isAllowed(handle?.access, granted)]).toEqual([address, isOpen]);
        if (!isOpen)
          expect(handle && buildTranslator('ru', ru)(getAccessDeniedKey(handle.section))).toBe(noticeOf(address));
      }
    },
  );
});
