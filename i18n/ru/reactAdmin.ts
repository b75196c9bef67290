/**
 * Overrides ra-language-russian 5.4.5: keys it lacks, plurals with the wrong number of forms, and texts whose tone
 * differs from ours. English needs no such overrides.
 */
export const reactAdmin = {
  ra: {
    action: {
      bulk_actions:
        'Выбрана %{smart_count} запись |||| Выбраны %{smart_count} записи |||| Выбрано %{smart_count} записей',
      unselect: 'Снять выбор',
    },
    page: {
      edit: '%{name} %{recordRepresentation}',
      show: '%{name} %{recordRepresentation}',
      empty: 'Здесь пока ничего нет',
      invite: 'Добавить первую запись?',
      access_denied: 'Нет доступа',
    },
    message: {
      are_you_sure: 'Продолжить?',
      access_denied: 'У вас нет прав на эту страницу',
      bulk_delete_content:
        'Удалить %{smart_count} запись? Удалённое переместится в корзину, вернуть его можно 30 дней |||| Удалить %{smart_count} записи? Удалённое переместится в корзину, вернуть его можно 30 дней |||| Удалить %{smart_count} записей? Удалённое переместится в корзину, вернуть его можно 30 дней',
      bulk_delete_title:
        'Удаление %{smart_count} записи |||| Удаление %{smart_count} записей |||| Удаление %{smart_count} записей',
      bulk_update_content:
        'Изменить %{smart_count} запись? |||| Изменить %{smart_count} записи? |||| Изменить %{smart_count} записей?',
      bulk_update_title:
        'Изменение %{smart_count} записи |||| Изменение %{smart_count} записей |||| Изменение %{smart_count} записей',
      clear_array_input: 'Очистить весь список?',
      delete_content: 'Удалить эту запись? Она переместится в корзину, вернуть её можно 30 дней',
      delete_title: 'Удаление: %{name} %{recordRepresentation}',
      error: 'Не удалось показать эту страницу. Обновите её; если не поможет, обратитесь в поддержку',
      invalid_form: 'Не сохранено: проверьте отмеченные поля',
      loading: 'Загружаем',
      not_found: 'Такой страницы нет: проверьте адрес',
      unsaved_changes: 'Изменения не сохранены. Уйти без них?',
      placeholder_data_warning: 'Нет связи: показаны прежние данные',
    },
    navigation: {
      no_results: 'Ничего не найдено',
      no_filtered_results: 'По этим условиям ничего не найдено',
      clear_filters: 'Сбросить фильтры',
      no_more_results: 'Страницы %{page} нет, вернитесь на предыдущую',
      page_range_info: '%{offsetBegin}–%{offsetEnd} из %{total}',
      partial_page_range_info: '%{offsetBegin}–%{offsetEnd}, всего больше %{offsetEnd}',
    },
    auth: { email: 'Электронная почта' },
    sort: { sort_by: 'Сортировать: %{field_lower_first}, по %{order}', ASC: 'возрастанию', DESC: 'убыванию' },
    notification: {
      updated:
        'Сохранена %{smart_count} запись |||| Сохранены %{smart_count} записи |||| Сохранено %{smart_count} записей',
      created: 'Запись создана',
      deleted: 'Удалена %{smart_count} запись |||| Удалены %{smart_count} записи |||| Удалено %{smart_count} записей',
      item_doesnt_exist: 'Записи нет: возможно, её удалили',
      offline: 'Нет связи с сервером, данные не загружены',
    },
    validation: {
      required: 'Заполните поле',
      minLength: 'Не короче %{min} знаков',
      maxLength: 'Не длиннее %{max} знаков',
      minValue: 'Не меньше %{min}',
      maxValue: 'Не больше %{max}',
      number: 'Нужно число',
      email: 'Проверьте адрес почты',
      oneOf: 'Допустимо: %{options}',
      unique: 'Такое значение уже есть',
    },
    guesser: {
      empty: { title: 'Нет данных', message: 'Сервер не прислал ни одной записи' },
    },
  },
} as const;
