import { isHeld, type KnownData, questionsOf, type TagView } from '@sportello/contract'
import { useEffect, useMemo, useRef } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { useCustomer } from '../../use-customer.ts'
import { knownOf } from '../wizard/answers.ts'
import { useDraft } from '../wizard/draft.tsx'
import { reviewedAnswers } from './reviewed-answers.ts'

interface AnswersReviewProps {
  steps: readonly TagView[]
  /** Code of the question that the visitor last went back to from this dialog; the focus returns to its button. */
  changed: string | null
  /** True if the confirmation submits the form; false if another dialog follows. */
  sends: boolean
  onConfirm: () => void
  onCancel: () => void
  /** Closes the dialog and leads to a question. */
  onChange: (code: string) => void
}

/** Dialog in which a visitor checks all answers before the submission, and goes back to a question to change it. */
export function AnswersReview({ steps, changed, sends, onConfirm, onCancel, onChange }: AnswersReviewProps) {
  const { config } = useCustomer()
  const { t, language } = useWords()
  const draft = useDraft()
  const list = useRef<HTMLDivElement>(null)
  const reviewed = reviewedAnswers(steps, draft, { known: knownOf(config), today: config.today, words: { language, yes: t('si'), no: t('no') } })
  const fixed = useMemo(() => fixedQuestions(steps, knownOf(config)), [steps, config])
  useEffect(() => {
    if (changed !== null) list.current?.querySelector<HTMLElement>(`[data-code="${CSS.escape(changed)}"]`)?.focus()
  }, [changed])
  return (
    <Dialog
      title={t('controlla_risposte')}
      size="large"
      onDismiss={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{t('indietro')}</Button>
          <Button weight="primary" onClick={onConfirm}>
            {t(sends ? 'conferma_e_invia' : 'risposte_giuste')}
          </Button>
        </>
      }
    >
      <p>{t('controlla_risposte_testo')}</p>
      <div className="answers-review" ref={list}>
        {reviewed.map(({ code: step, title, rows }) => (
          <section key={step}>
            <h3>{title}</h3>
            <dl>
              {rows.map(({ code, label, text }) => (
                <div key={code} className="answer-row">
                  <dt>{label}</dt>
                  <AnswerText text={text} lostFiles={draft.lostFiles[code] ?? []} />
                  <dd className="answer-act">
                    {!fixed.has(code) && (
                      <button type="button" className="link-button" data-code={code} aria-label={t('modifica_risposta', label)} onClick={() => onChange(code)}>
                        {t('modifica')}
                      </button>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** Returns the codes of the questions whose answers the visitor cannot change. */
const fixedQuestions = (steps: readonly TagView[], known: KnownData) =>
  new Set(questionsOf(steps).flatMap((question) => (isHeld(question, known) ? [question.property.property_code] : [])))

/** An answer in the list. For a question whose files were lost when the page was reloaded, it names these files. */
function AnswerText({ text, lostFiles }: { text: string; lostFiles: readonly string[] }) {
  const { t } = useWords()
  if (lostFiles.length > 0) return <dd className="answer-text answer-lost">{t('file_da_riallegare', lostFiles.join(', '))}</dd>
  return <dd className={text === '' ? 'answer-text empty' : 'answer-text'}>{text || t('risposta_vuota')}</dd>
}
