/** Names the SMART scopes of a program. */
import type { FhirScope } from '@rhythmdesk/domain/people/fhir-scopes';
import { useTranslation } from 'react-i18next';

/** Returns the function that names a scope, such as “Read Observation”. */
export function useScopeName(): (scope: FhirScope) => string {
  const { t } = useTranslation('smart-clients');
  return (scope) => {
    const [type = '', interactions] = scope.replace('system/', '').split('.');
    return interactions === 'cu' ? t('scope.order') : t('scope.read', { type });
  };
}
