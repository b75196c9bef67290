/** Words of exported tables, which are Russian whatever language the screens are in, as the import reads them. */
export const exporting = {
  yes: 'да',
  no: 'нет',
  file: '%{name} %{day}',
  /** Columns of a product's price in a project, and of its categories on the platform of projects. */
  priceIn: 'Цена (%{project}), RUB',
  categoriesOn: 'Категории (%{projects})',
  /** By which an edited table finds its products again. */
  ownNumber: 'Номер в Витрине',
} as const;
