/** Shows the category of a notice: about the service, or about the system that it runs on. */
import type { Notice } from '@rhythmdesk/contract/notices';
import { InfoIcon, WrenchIcon } from '@phosphor-icons/react';
import { useTranslation } from 'react-i18next';
import { Tag } from '../../../ui/tag.tsx';

const icons = { service: InfoIcon, system: WrenchIcon } as const;

export function CategoryTag({ category, language }: { category: Notice['category']; language?: string }) {
  const { t } = useTranslation('notices', language === undefined ? {} : { lng: language });
  const Icon = icons[category];
  return <Tag icon={<Icon size={12} aria-hidden="true" />}>{t(`category.${category}`)}</Tag>;
}
