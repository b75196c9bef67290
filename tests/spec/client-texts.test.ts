import englishAdmin from 'ra-language-english';
import { describe, expect, it } from 'vitest';
import { TRASH_DAYS } from '#contract/trash.ts';
import { en } from '#i18n/en.ts';
import { ru } from '#i18n/ru.ts';
import { createI18nProvider } from '#providers/locale/i18nProvider.ts';

const leaves = (tree: object, path: readonly string[] = []): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string'
      ? [[[...path, name].join('.'), value] as [string, string]]
      : leaves(value as object, [...path, name]),
  );
const pageWith = (cookie: string) => ({ cookie, documentElement: { lang: '' } });
const russian = () => createI18nProvider(pageWith(''));

describe('§9 Locale and plurals', () => {
  it('[K11] the default language is Russian', async () => {
    const i18n = await russian();
    expect([i18n.getLocale(), i18n.translate('session.enter')]).toEqual(['ru', 'Войти']);
  });

  it('[F15] [U13] a user reads English once it is chosen, and again at the next visit', async () => {
    const page = pageWith('');
    const i18n = await createI18nProvider(page);
    expect(page.documentElement.lang).toBe('ru');
    await i18n.changeLocale('en');
    expect(i18n.translate('session.enter')).toBe('Sign in');
    expect([page.documentElement.lang, page.cookie]).toEqual(['en', expect.stringContaining('vitrina_locale=en')]);
    const next = await createI18nProvider(pageWith('other=1; vitrina_locale=en'));
    expect([next.getLocale(), next.translate('ra.action.save')]).toEqual(['en', 'Save']);
  });

  it.each([
    [1, '1 товар'],
    [2, '2 товара'],
    [4, '4 товара'],
    [5, '5 товаров'],
    [11, '11 товаров'],
    [12, '12 товаров'],
    [14, '14 товаров'],
    [21, '21 товар'],
    [22, '22 товара'],
    [25, '25 товаров'],
    [101, '101 товар'],
    [111, '111 товаров'],
    [0, '0 товаров'],
    [0.5, '0.5 товара'],
    [1.5, '1.5 товара'],
    [-1, '-1 товар'],
  ])('[K13] %f is written as "%s"', async (smart_count, text) => {
    expect((await russian()).translate('resources.nomenclature.count', { smart_count, number: smart_count })).toBe(
      text,
    );
  });

  it.each([
    ['delete_content', 1],
    ['bulk_delete_content', 1],
    ['bulk_delete_content', 2],
    ['bulk_delete_content', 5],
  ])('[Q3] the stock question %s of %i records says how long they can be restored', async (key, smart_count) => {
    expect((await russian()).translate(`ra.message.${key}`, { smart_count })).toMatch(
      new RegExp(`в корзину, вернуть (её|его) можно ${TRASH_DAYS} дней$`),
    );
  });

  it('[K13] a plural without a number is its first form, not all of them', async () => {
    const text = (await russian()).translate('resources.nomenclature.name');
    expect(text).toBe('Товар');
  });

  it('[F15] every text of react-admin has a Russian translation with three plural forms', async () => {
    const i18n = await russian();
    const plurals = leaves(englishAdmin).filter(([, text]) => text.includes('||||'));
    for (const [key, english] of leaves(englishAdmin)) {
      const text = i18n.translate(key, { _: 'missing' });
      expect(text, key).not.toBe('missing');
      if (english.trim() && !english.startsWith('%{name}')) expect(text, key).toMatch(/[а-яё]|%\{name}/i);
    }
    const forms = plurals.map(([key]) => [1, 2, 5].map(smart_count => i18n.translate(key, { smart_count, name: 'X' })));
    expect(plurals.length).toBeGreaterThan(5);
    for (const three of forms) expect(three.join()).not.toContain('||||');
    expect(i18n.translate('ra.notification.updated', { smart_count: 3 })).toBe('Сохранены 3 записи');
    expect(i18n.translate('ra.notification.deleted', { smart_count: 21 })).toBe('Удалена 21 запись');
    expect(i18n.translate('ra.message.bulk_update_title', { smart_count: 5 })).toBe('Изменение 5 записей');
  });

  it('[F540] texts quote in the way of their language', async () => {
    expect(leaves(en).filter(([, text]) => /["«»„]/.test(text))).toEqual([]);
    expect(leaves(ru).filter(([, text]) => /["“”]/.test(text))).toEqual([]);
    const i18n = await russian();
    expect(i18n.translate('shell.quoted', { name: 'бочка' })).toBe('«бочка»');
    await i18n.changeLocale('en');
    expect(i18n.translate('shell.quoted', { name: 'бочка' })).toBe('“бочка”');
  });

  it('[L16] a declared reference names itself and its fields where react-admin looks for them', async () => {
    const i18n = await russian();
    const resource = 'resources.settings/reference/unit';
    const name = (smart_count: number) => i18n.translate(`${resource}.name`, { smart_count });
    expect([name(1), name(2)]).toEqual(['Единица измерения', 'Единицы измерения']);
    expect(i18n.translate(`${resource}.fields.symbol`)).toBe('Обозначение');
    expect(i18n.translate(`${resource}.fields.archived`)).toBe('В архиве');
  });
});
