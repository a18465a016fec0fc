import type { FormSetting, Language } from '@sportello/contract'
import type { useWords } from '../../../words.tsx'

export type Accessibility = NonNullable<FormSetting['params']['accessibility']>

interface Context {
  /** Public URL of the statement. */
  url: string
  /** Language of the text about exceptions. */
  language: Language
  t: ReturnType<typeof useWords>['t']
}

/**
 * Returns the facts that the form of the national authority asks for (in Italy form.agid.gov.it), one per line, as text
 * that operators copy into that form.
 */
export function nationalFacts(statement: Accessibility, { url, language, t }: Context): string {
  const { conformance, checked_by, reviewed_on, email, phone, exceptions, enforcement_url } = statement
  const lines: readonly (readonly [string, string | undefined])[] = [
    [t('st_url'), url],
    [t('st_conformance'), t(`st_${conformance}`)],
    [t('st_exceptions'), exceptions?.[language]],
    [t('st_checked_by'), checked_by && t(`st_${checked_by}`)],
    [t('st_reviewed_on'), reviewed_on],
    [t('st_email'), email],
    [t('st_phone'), phone],
    [t('st_enforcement'), enforcement_url],
    [t('st_rules'), 'WCAG 2.2 AA, EN 301 549 V3.2.1'],
    [t('st_technology'), 'HTML, CSS, WAI-ARIA, JavaScript, SVG, PDF'],
  ]
  return lines.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join('\n')
}
