import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { BUILD } from '#contract/limits.ts';
import { isAllowed } from '#contract/permissions.ts';
import { roles } from '#contract/roles.ts';
import { findRouteRule, navigation } from '#contract/routes.ts';
import { ru } from '#i18n/ru.ts';
import { getTitleKey } from '#i18n/sections.ts';
import { buildTranslator } from '#i18n/translate.ts';
import { addModels, addProducts, addValues } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer, complaints } = useScreens();

const heading = (name: string | RegExp) => screen.findByRole('heading', { name });
const menu = () => screen.getByRole('navigation', { name: 'Меню' });
const entries = () =>
  within(menu())
    .getAllByRole('link')
    .slice(1)
    .map(link => link.textContent);
const personButton = () => screen.getByRole('button', { name: 'Учётная запись: Анна Берёзкина' });

beforeEach(async () => {
  await addProducts(server(), { name: 'Квас' });
  await addModels(server(), { name: 'Квасы' });
  await addValues(server(), 'brand', 'Своя полка');
});

describe('§2 Titles', () => {
  it.each([
    ['/content', 'Здравствуйте, Анна'],
    ['/content/nomenclature', 'Номенклатура'],
    ['/content/nomenclature/new', 'Новый товар'],
    ['/content/nomenclature/1/settings', 'Квас'],
    ['/content/nomenclature/999/settings', 'Такой записи нет'],
    ['/content/nomenclature/import', 'Импорт номенклатуры'],
    ['/content/catalog', 'Каталог моделей'],
    ['/content/catalog/1/settings', 'Квасы'],
    ['/content/settings', 'Настройки'],
    ['/content/settings/reference/brand', 'Бренды'],
    ['/content/nothing', 'Такой страницы нет'],
  ])('[R8, F16] the title of %s is «Витрина — %s»', async (address, title) => {
    await open(address);
    await heading(title);
    await waitFor(() => expect(document.title).toBe(`Витрина — ${title}`));
  });

  it('[R8] the title follows each change of the route', async () => {
    const { user } = await open('/content/nomenclature');
    await user.click(await screen.findByRole('link', { name: 'Квас' }));
    await waitFor(() => expect(document.title).toBe('Витрина — Квас'));
    await user.click(within(menu()).getByRole('link', { name: 'Каталог моделей' }));
    await waitFor(() => expect(document.title).toBe('Витрина — Каталог моделей'));
    window.history.back();
    await waitFor(() => expect(document.title).toBe('Витрина — Квас'));
  });
});

describe('The menu', () => {
  it.each(['photographer', 'accountant', 'product_manager', 'admin'] as const)(
    '[P21] a %s sees the sections that they may open, and no others',
    async role => {
      const granted = new Set<string>(roles[role]);
      const opened = navigation.filter(({ link }) => isAllowed(findRouteRule(link)?.access, granted));
      await open('/content', role);
      await screen.findAllByRole('heading', { level: 1 });
      await waitFor(() =>
        expect(entries()).toEqual(opened.map(({ section }) => buildTranslator('ru', ru)(getTitleKey(section)))),
      );
    },
  );

  it('[C12, E15] it is what the server answers, with the links of the items', async () => {
    const items = [{ name: 'catalog', link: '/content/catalog', title: 'Каталог моделей' }];
    const result = { navigation_items: items };
    answer(http.get('*/api/navigation', () => HttpResponse.json({ code: 200, message: 'success', result })));
    await open('/content');
    await waitFor(() => expect(entries()).toEqual(['Каталог моделей']));
    expect(within(menu()).getByRole('link', { name: 'Каталог моделей' })).toHaveAttribute('href', '/content/catalog');
  });

  it('[R330] [E15] every item is drawn by its link and title, known to the application or not', async () => {
    const navigation_items = [
      { name: 'nomenclature', link: '/content/nomenclature', title: 'Ассортимент' },
      { id: 7, link: '/content/reports', title: 'Отчёты' },
      { name: 'wiki', link: 'https://wiki.example.com/', title: 'Справка' },
      { link: '/content/matrices' },
    ];
    const result = { navigation_items };
    answer(http.get('*/api/navigation', () => HttpResponse.json({ code: 200, message: 'success', result })));
    await open('/content/nomenclature/1/settings');
    await waitFor(() => expect(entries()).toEqual(['Ассортимент', 'Матрицы', 'Отчёты', 'Справка']));
    const link = (name: string) => within(menu()).getByRole('link', { name });
    expect(link('Отчёты')).toHaveAttribute('href', '/content/reports');
    expect(link('Справка')).toHaveAttribute('href', 'https://wiki.example.com/');
    expect(link('Ассортимент')).toHaveAttribute('aria-current', 'page');
  });

  it('[R330] so is the settings home', async () => {
    const navigation_items = [
      { name: 'language', link: '/content/settings/language', title: 'Наречия' },
      { link: '/content/settings/taxes', title: 'Налоги' },
    ];
    const result = { navigation_items };
    answer(http.get('*/api/navigation/settings', () => HttpResponse.json({ code: 200, message: 'success', result })));
    await open('/content/settings');
    const main = within(screen.getByRole('main'));
    expect(await main.findByRole('link', { name: 'Наречия' })).toHaveAttribute('href', '/content/settings/language');
    expect(main.getByRole('link', { name: 'Налоги' })).toHaveAttribute('href', '/content/settings/taxes');
  });

  it('[P21] the current section is marked, its records and forms included', async () => {
    await open('/content/nomenclature/1/settings');
    await heading('Квас');
    const current = () =>
      within(menu())
        .getAllByRole('link')
        .filter(link => link.getAttribute('aria-current') === 'page')
        .map(link => link.textContent);
    expect(current()).toEqual(['Номенклатура']);
    await open('/content/nomenclature/import');
    await heading('Импорт номенклатуры');
    expect(current()).toEqual(['Импорт']);
  });

  it('[R70, R71, K4] it is made narrow and wide again, and stays so on the next visit', async () => {
    const { user } = await open('/content/nomenclature');
    await heading('Номенклатура');
    expect(menu()).toHaveAttribute('data-status', 'default');
    await user.click(screen.getByRole('button', { name: 'Свернуть меню' }));
    expect(menu()).toHaveAttribute('data-status', 'mini');
    const again = await open('/content/nomenclature');
    await heading('Номенклатура');
    expect(menu()).toHaveAttribute('data-status', 'mini');
    await again.user.click(screen.getByRole('button', { name: 'Закрепить меню' }));
    expect(menu()).toHaveAttribute('data-status', 'default');
  });

  const isOpenOver = () => menu().hasAttribute('data-hover');
  const openMini = async () => {
    const { user } = await open('/content/nomenclature');
    await heading('Номенклатура');
    await user.click(screen.getByRole('button', { name: 'Свернуть меню' }));
    await user.unhover(menu());
    return user;
  };

  it('[R71] a mini menu opens over the page while it is pointed at, and its status stays mini', async () => {
    const user = await openMini();
    expect(isOpenOver()).toBe(false);
    await user.hover(menu());
    expect(isOpenOver()).toBe(true);
    expect(menu()).toHaveAttribute('data-status', 'mini');
    await user.unhover(menu());
    expect(isOpenOver()).toBe(false);
  });

  it('[R71, U3] a mini menu opens while the keyboard is in it, and Escape closes it', async () => {
    const user = await openMini();
    await user.tab({ shift: true });
    expect(within(menu()).getByRole('link', { name: 'Настройки' })).toHaveFocus();
    expect(isOpenOver()).toBe(true);
    await user.keyboard('{Escape}');
    expect(isOpenOver()).toBe(false);
    await user.tab({ shift: true });
    expect(isOpenOver()).toBe(true);
    await user.tab();
    await user.tab();
    await user.tab();
    expect(menu()).not.toContainElement(document.activeElement as HTMLElement);
    expect(isOpenOver()).toBe(false);
  });

  it('[R71] the menu that was just made mini closes under the pointer, and a wide one never opens over the page', async () => {
    const { user } = await open('/content/nomenclature');
    await heading('Номенклатура');
    await user.hover(menu());
    expect(isOpenOver()).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Свернуть меню' }));
    expect(isOpenOver()).toBe(false);
  });

  it('[P21] a key leads to a section that the person may open, and to no other', async () => {
    const { user } = await open('/content/nomenclature');
    await heading('Номенклатура');
    await user.keyboard('gu');
    expect(window.location.pathname).toBe('/content/nomenclature');
    await user.keyboard('gm');
    await heading('Каталог моделей');
  });

  it.each([
    ['photographer', ['gn: Номенклатура', 'gm: Каталог моделей']],
    ['admin_matrix', ['gx: Матрицы']],
    [
      'admin',
      [
        'gn: Номенклатура',
        'gm: Каталог моделей',
        'gc: Категории',
        'gx: Матрицы',
        'gi: Импорт',
        'gu: Пользователи',
        'gs: Настройки',
      ],
    ],
  ] as const)(
    '[U5] the list of keys has all of them, for a %s with the sections that they may open',
    async (role, sections) => {
      const { user } = await open('/content', role);
      await screen.findByRole('heading', { level: 1 });
      const home = role === 'admin_matrix' ? [] : ['gh: Главная'];
      await user.keyboard('?');
      const list = (await screen.findByRole('dialog', { name: 'Горячие клавиши' })).querySelectorAll('dl > div');
      expect([...list].map(({ children }) => [...children].map(({ textContent }) => textContent).join(': '))).toEqual([
        '/: Поиск',
        'n: Создать',
        'jk: Следующая и предыдущая строка',
        'Enter: Открыть',
        'CtrlS: Сохранить',
        'CtrlEnter: Сохранить и открыть следующую запись списка',
        'Alt↑↓: Предыдущая и следующая запись списка',
        ...home,
        ...sections,
        'F8: К сообщению и обратно',
        'Esc: Закрыть окно',
        '?: Этот список',
      ]);
    },
  );
});

describe('The person', () => {
  it('[U2] light, dark or the system’s choice is chosen, and the choice stays', async () => {
    const { user } = await open('/content');
    await heading(/^Здравствуйте/);
    const theme = () => document.documentElement.dataset['theme'];
    expect(theme()).toBe('light');
    await user.click(screen.getByRole('button', { name: 'Тема: Как в системе' }));
    expect(await screen.findByRole('menuitemradio', { name: 'Как в системе' })).toBeChecked();
    await user.click(screen.getByRole('menuitemradio', { name: 'Тёмная' }));
    await waitFor(() => expect(theme()).toBe('dark'));
    await open('/content');
    await heading(/^Здравствуйте/);
    expect(theme()).toBe('dark');
  });

  it('[U3] the menu of the person takes the focus, moves it by arrows and gives it back', async () => {
    const { user } = await open('/content');
    await heading(/^Здравствуйте/);
    await user.click(personButton());
    expect(await screen.findByRole('menuitemradio', { name: 'Обычная' })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitemradio', { name: 'Плотная' })).toHaveFocus();
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(screen.getByRole('menuitem', { name: 'Выйти' })).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
    expect(personButton()).toHaveFocus();
  });

  it('[Z13] the menu of the person shows the build beside the release', async () => {
    const { user } = await open('/content');
    await heading(/^Здравствуйте/);
    await user.click(personButton());
    expect(await screen.findByText(`Версия 1.49.0, сборка ${BUILD}`)).toBeVisible();
  });

  it('[T2] signing out leaves for the sign-in page with nothing kept', async () => {
    const { user, left } = await open('/content/nomenclature');
    await screen.findByRole('link', { name: 'Квас' });
    await user.click(personButton());
    await user.click(await screen.findByRole('menuitem', { name: 'Выйти' }));
    await waitFor(() => expect(left).toEqual(['/login']));
    expect(Object.keys(window.localStorage).filter(key => /token|profile|return/.test(key))).toEqual([]);
  });
});

describe('Faults', () => {
  it('[X6] an answer that does not fit its schema names the call and the field, is reported, and blanks nothing', async () => {
    const wrong = { items: [], total: 'one', page: 1, per_page: 10 };
    answer(http.get('*/api/products', () => HttpResponse.json({ code: 200, message: 'success', result: wrong })));
    await open('/content/nomenclature');
    const failed = await screen.findByRole('alert');
    expect(failed).toHaveTextContent(/Ответ сервера не удалось прочитать: GET \/products, total\. Сообщите/);
    expect(menu()).toBeVisible();
    expect(complaints().join('\n')).toContain('GET /products: unreadable');
  });

  it('[R72] an unknown address shows a page that explains it inside the application', async () => {
    const { user } = await open('/content/nothing');
    await heading('Такой страницы нет');
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Главная' }));
    expect(await heading('Здравствуйте, Анна')).toBeVisible();
  });
});
