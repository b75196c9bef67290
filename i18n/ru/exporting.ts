/** Words in exported tables; an import reads them in either language. */
export const exporting = {
  yes: 'да',
  no: 'нет',
  file: '%{name} %{day}',
  priceIn: 'Цена (%{project}), RUB',
  categoriesOn: 'Категории (%{projects})',
  /** Header of the column by which an import finds an exported product again, so it must not change. */
  ownNumber: 'Номер в Витрине',
} as const;
