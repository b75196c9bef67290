import CategoryIcon from '@mui/icons-material/ViewCarouselOutlined';
import { endpoints } from '#contract/endpoints.ts';
import { createLinkedTab } from './createLinkedTab.tsx';
import { defineResource } from './engine/defineResource.tsx';
import { ImagesTab } from './imagesTab.ts';

export const catalog = defineResource('catalog', {
  icon: CategoryIcon,
  columns: ['name', 'code', 'status', 'brand_id', 'product_ids'],
  optionalColumns: ['categories', 'description', 'attributes'],
  quickFilters: [{ excludedValue: 'picture', label: 'gallery.without', access: ['model.show-images'] }],
  tabs: {
    products: {
      label: 'shell.tabs.products',
      fields: createLinkedTab('catalog', 'product_ids', 'nomenclature', endpoints.modelProducts),
    },
    settings: {
      label: 'shell.tabs.settings',
      fields: ['name', 'status', 'code', 'brand_id', 'description', 'attributes'],
    },
    categories: { label: 'shell.tabs.categories', fields: ['categories'] },
    images: { label: 'shell.tabs.images', fields: ImagesTab },
  },
});
