import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type PermissionSlug, permissionSlugs } from '#contract/permissions.ts';
import { allBut, letRole } from '#tests/support/permissions.ts';
import { addModels, addProducts, addValues } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';
import { screens } from '#tests/support/screenRights.ts';

const { server, open } = useScreens();

type Control = [role: 'button' | 'link', name: RegExp];

/** By hand: where a slug shows a control, and which. Addresses that a slug opens stand in `screenRights.ts`. */
const controls: readonly (readonly [PermissionSlug, address: string, ...Control])[] = [
  ['synchronization.run', '/content/synchronization', 'button', /^Опубликовать/],
  ['settings_project', '/content/synchronization', 'button', /Магазин/],
  ['change.show-current', '/content', 'link', /^Не опубликовано/],
  ['user.auth', '/content/users', 'button', /^Войти под пользователем: Зимин/],
  ['user.create', '/content/users', 'link', /^Создать$/],
  ['product-list.import-file', '/content/nomenclature', 'link', /^Импорт$/],
  ['product.send-media', '/content/nomenclature', 'link', /кафе/],
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
];

beforeEach(async () => {
  const send = await server().as('admin');
  await server().createUser('accountant', { first_name: 'Олег', last_name: 'Зимин' });
  await addProducts(server(), { name: 'Квас' });
  await addModels(server(), { name: 'Квасы' });
  await addValues(server(), 'brand', 'Своя полка');
  await send('POST', '/project', { name: 'Магазин', code: 'shop', platform: 'site' });
});

/** A page of somebody who holds all slugs but one, once all that it reads has come. */
const openWithout = async (address: string, ...slugs: PermissionSlug[]) => {
  await letRole(server(), 'content_manager', ...allBut(...slugs));
  const send = await server().as('content_manager');
  await send('POST', '/matrices', { name: 'Утро' });
  await send('PUT', '/products/1', { weight: 2 });
  const { services } = await open(address, 'content_manager');
  await screen.findAllByRole('heading', { level: 1 });
  await screen.findByRole('navigation', { name: 'Меню' });
  return services;
};

/** In the page or in the header, but not in the menu, which lists sections. */
const found = (role: Control[0], name: RegExp) =>
  [...document.querySelectorAll<HTMLElement>('main, header')].flatMap(part =>
    within(part).queryAllByRole(role, { name }),
  );

describe('§6 Controls without their slug', () => {
  it.each(controls)('[P600] [P1] without %s, %s has no %s %s', async (slug, address, role, name) => {
    await openWithout(address);
    await waitFor(() => expect(found(role, name)).not.toHaveLength(0));
    const services = await openWithout(address, slug);
    await waitFor(() => expect(services.queryClient.isFetching()).toBe(0));
    expect(found(role, name)).toEqual([]);
    expect(window.location.pathname).toBe(address);
  });

  it('[P600] every slug has its control here or its address in the table of screens', () => {
    const covered = new Set<string>([...controls.map(([slug]) => slug), ...screens.map(([, right]) => right)]);
    expect(permissionSlugs.filter(slug => !covered.has(slug))).toEqual([]);
  });
});
