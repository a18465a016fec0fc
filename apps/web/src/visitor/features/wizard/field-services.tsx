import { type Answers, effectiveAnswers, furtherQuestionsOf, questionsOf, type TagView } from '@sportello/contract'
import { type FieldServices, FieldServicesContext } from '@sportello/fields/react'
import { type ReactNode, useCallback, useMemo } from 'react'
import { CallError } from '../../../shared/call-error.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { messagesOf } from '../../../shared/refusal.ts'
import { useApi } from '../../use-api.ts'
import { useCustomer } from '../../use-customer.ts'
import { answersOf, knownOf } from './answers.ts'
import { useDraft } from './draft.tsx'
import { rememberLabels } from './looked-up-labels.ts'

/**
 * Provides two functions to the controls of the given steps: one looks up options in a data source, the other returns
 * the answer to another question.
 */
export function WizardFieldServices({ steps, children }: { steps: readonly TagView[]; children: ReactNode }) {
  const { config } = useCustomer()
  const { language, t } = useWords()
  const loadApi = useApi()
  const { shown, files, lostFiles, carried } = useDraft()

  const lookUp = useCallback<FieldServices['lookUp']>(
    async (service, payload, signal) => {
      try {
        const { options } = await (await loadApi()).lookUpOptions(config.form_code, service, payload, signal)
        rememberLabels(service, options)
        return options
      } catch (error) {
        throw new Error(error instanceof CallError ? messagesOf(error, t).join(' ') : t('errore_recupero_dati'))
      }
    },
    [loadApi, config.form_code, t],
  )

  const services = useMemo<FieldServices>(() => {
    const questions = [...questionsOf(steps), ...furtherQuestionsOf(steps.at(-1))]
    const known = knownOf(config)
    // The answers as the server will store them: fixed answers replace the visitor's input. They are computed when a
    // control first requests an answer.
    let counted: Answers | undefined
    const answersNow = (): Answers => {
      const given = answersOf(steps, { shown, files, lostFiles, carried }, language, known, config.today)
      return effectiveAnswers(questions, { ...given.answers, ...given.further }, known)
    }
    return {
      lookUp,
      known,
      labelOf: (code) => questions.find(({ property }) => property.property_code === code)?.property.property_description ?? code,
      answerTo: (code) => {
        counted ??= answersNow()
        return Object.hasOwn(counted, code) ? counted[code] : undefined
      },
    }
  }, [steps, shown, files, lostFiles, carried, language, config, lookUp])

  return <FieldServicesContext value={services}>{children}</FieldServicesContext>
}
