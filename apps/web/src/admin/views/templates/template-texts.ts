import type { ListedTemplate } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { manage } from '../../call.ts'
import type { DraftFaults } from '../../ui/edit-form.tsx'

/** The key under which the browser caches the mail templates. */
export const TEMPLATES_KEY = ['templates'] as const

/** Loads the mail templates. */
export const useTemplates = () => useQuery({ queryKey: TEMPLATES_KEY, queryFn: ({ signal }) => manage<ListedTemplate[]>('GET', '/templates', { signal }) })

/** Returns the path of a mail template in the management API. */
export const templatePath = (name: string, language: string) => `/templates/${encodeURIComponent(name)}/${language}`

/** The texts of a mail template that an operator writes. */
export interface TemplateTexts {
  subject: string
  html: string
}

/** Returns the texts of a mail template without its other properties; empty texts if there is no template. */
export const textsOfTemplate = (template: TemplateTexts | undefined): TemplateTexts => ({ subject: template?.subject ?? '', html: template?.html ?? '' })

/** Returns the required texts that are still empty. The operator cannot save while any of them is empty. */
export const missingTexts = <Draft extends object>(texts: Draft): DraftFaults =>
  Object.fromEntries(Object.entries<string>(texts as Readonly<Record<string, string>>).map(([key, text]) => [key, text.trim() === '' ? '' : undefined]))
