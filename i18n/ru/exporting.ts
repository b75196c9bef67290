/** Words in exported tables; an import reads them in either language. */
export const exporting = {
  yes: 'да',
  no: 'нет',
  file: '%{name} %{day}',
  priceIn: 'Цена (%{project}), RUB',
  categoriesOn: 'Категории (%{projects})',
  /** Header of the column by which an import finds an exported product again, so it must not change. */
  ownNumber: 'Номер в Витрине',
  unencodable:
    'В кодировке %{encoding} нет символа «%{letter}» (%{code}), он бы потерялся. Выберите в профиле кодировку UTF-8 или файл .xlsx',
  tooManyProfiles: 'Профилей выгрузки уже %{limit}: удалите те, которыми больше не пользуются',
  profileChanged: 'Пока вы меняли профиль «%{name}», его сохранил кто-то другой: посмотрите, каким он стал',
  sameHeadings:
    'Такие же заголовки у профиля «%{name}», а поля или форматы другие: импорт не отличил бы их файлы. Измените хотя бы один заголовок',
} as const;
