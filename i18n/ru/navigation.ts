/** Names of the menu's entries and of the settings, and the notices of a denied visit (§2). */
export const navigation = {
  home: 'Главная',
  nomenclature: 'Номенклатура',
  catalog: 'Каталог моделей',
  categories: 'Категории',
  matrices: 'Матрицы',
  import: 'Импорт',
  sending: 'Отправка в кафе',
  synchronization: 'Синхронизация',
  history: 'История изменений',
  users: 'Пользователи',
  roles: 'Роли',
  settings: 'Настройки',
  attribute: 'Атрибуты',
  language: 'Языки',
  project: 'Проекты',
  cafe: 'Кафе',
  reference: 'Справочники',
} as const;

export const denied = {
  home: 'У вас нет доступа к этому разделу',
  nomenclature: 'У вас нет доступа к разделу с номенклатурой',
  catalog: 'У вас нет доступа к разделу с каталогом моделей',
  categories: 'У вас нет доступа к разделу с категориями',
  matrices: 'У вас нет доступа к разделу с матрицами',
  synchronization: 'У вас нет доступа к разделу с синхронизацией',
  history: 'У вас нет доступа к разделу с историей изменений',
  users: 'У вас нет доступа к разделу с пользователями',
  settings: 'У вас нет доступа к разделу с настройками',
} as const;
