import CategoryIcon from '@mui/icons-material/ViewCarouselOutlined';
import { endpoints } from '#contract/endpoints.ts';
import { landingBy } from './defaultTab.ts';
import { defineResource } from './engine/defineResource.tsx';
import { ImagesTab } from './imagesTab.ts';
import { linkedTab } from './linkedTab.tsx';

export const catalog = defineResource('catalog', {
  icon: CategoryIcon,
  columns: ['name', 'code', 'status', 'brand_id', 'product_ids'],
  moreColumns: ['categories', 'description', 'attributes'],
  quickFilters: [{ without: 'picture', label: 'gallery.without', access: ['model.show-images'] }],
  tabs: {
    products: {
      label: 'shell.tabs.products',
      shows: linkedTab('catalog', 'product_ids', 'nomenclature', endpoints.modelProducts),
    },
    settings: {
      label: 'shell.tabs.settings',
      shows: ['name', 'status', 'code', 'brand_id', 'description', 'attributes'],
    },
    categories: { label: 'shell.tabs.categories', shows: ['categories'] },
    images: { label: 'shell.tabs.images', shows: ImagesTab },
  },
  landing: landingBy('modelId'),
});
