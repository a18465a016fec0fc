import type { ListedTemplate } from '@sportello/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useFormState } from 'react-hook-form'
import { manage } from '../../../call.ts'
import type { ConcurrentChange } from '../../../ui/concurrent-change.tsx'
import { useEditForm } from '../../../ui/edit-form.tsx'
import { showErrorToast, showToast } from '../../../ui/toasts.tsx'
import { useMessages } from '../../../ui/use-messages.ts'
import { useWords } from '../../../words.tsx'
import type { TemplateLanguage } from '../template-languages.ts'
import { missingTexts, TEMPLATES_KEY, type TemplateTexts, templatePath, textsOfTemplate } from '../template-texts.ts'

interface TranslatedTemplateDraft {
  /** The form with the texts that the operator types. */
  form: UseFormReturn<TemplateTexts>
  isChanged: boolean
  /** True while a confirmation is being stored. */
  isConfirming: boolean
  /** Stores the typed texts as a translation of the original that the view shows. */
  save: () => Promise<void>
  /** Stores that the texts are still a right translation of the original. The result is false if the server rejects it. */
  confirm: () => Promise<boolean>
  /** After a version conflict, loads the other operator's texts and returns them with the earlier ones. */
  reload: () => Promise<ConcurrentChange>
}

const isSame = (one: ListedTemplate, { name, language }: TemplateLanguage) => one.name === name && one.lang_code === language

/**
 * Keeps the texts of a translation that the operator edits, and stores them.
 * @param stored the stored translation; undefined if there is none
 * @param original the original that the view shows
 */
export function useTranslatedTemplate(current: TemplateLanguage, stored: ListedTemplate | undefined, original: ListedTemplate): TranslatedTemplateDraft {
  const { t } = useWords()
  const messages = useMessages()
  const queries = useQueryClient()
  // The stored row on which the typed texts are based.
  const [base, setBase] = useState(stored)
  const form = useEditForm(textsOfTemplate(base), missingTexts)
  const { isDirty } = useFormState({ control: form.control })
  const { reset } = form
  const path = templatePath(current.name, current.language)
  const title = `${current.name} (${current.language})`

  // If the translation was changed elsewhere, shows the newer texts, unless the operator has typed others.
  const isOutdated = !isDirty && stored?.version !== base?.version
  useEffect(() => {
    if (!isOutdated) return
    setBase(stored)
    reset(textsOfTemplate(stored))
  }, [isOutdated, stored, reset])

  async function put(texts: TemplateTexts): Promise<void> {
    const { lang_code, subject, html } = original
    const body = { ...texts, translated_from: { lang_code, subject, html } }
    const saved = await manage<ListedTemplate>('PUT', path, { body, version: base?.version ?? '' })
    queries.setQueryData<ListedTemplate[]>(TEMPLATES_KEY, (all = []) => [...all.filter((each) => !isSame(each, current)), saved])
    setBase(saved)
    reset(textsOfTemplate(saved))
    await queries.invalidateQueries({ queryKey: TEMPLATES_KEY })
  }
  const confirming = useMutation({ mutationFn: () => put(textsOfTemplate(base)) })

  return {
    form,
    isChanged: isDirty,
    isConfirming: confirming.isPending,
    save: () => put(form.getValues()),
    async confirm() {
      try {
        await confirming.mutateAsync()
        showToast(t('mail_template_confirmed', title))
        return true
      } catch (error) {
        showErrorToast(messages(error as Error).join(' '))
        // After a version conflict, shows the other operator's texts.
        void queries.invalidateQueries({ queryKey: TEMPLATES_KEY })
        return false
      }
    },
    async reload() {
      await queries.refetchQueries({ queryKey: TEMPLATES_KEY }, { throwOnError: true })
      const now = queries.getQueryData<ListedTemplate[]>(TEMPLATES_KEY)?.find((each) => isSame(each, current))
      setBase(now)
      return { subject: title, before: base && textsOfTemplate(base), now: now && textsOfTemplate(now) }
    },
  }
}
