import type { AnswerSection } from '@sportello/contract'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWords } from '../../../shared/phrase.tsx'

/**
 * All answers of the request, step by step. The visitor opens the list; a printed receipt always contains it. A closed
 * list is not in the document, so that a search in the page finds each answer of the summary only once.
 */
export function ReceiptAnswers({ sections }: { sections: readonly AnswerSection[] }) {
  const { t } = useWords()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const open = () => flushSync(() => setIsOpen(true))
    window.addEventListener('beforeprint', open)
    return () => window.removeEventListener('beforeprint', open)
  }, [])
  return (
    <details className="receipt-answers" open={isOpen} onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
      <summary>
        <h2>{t('le_tue_risposte')}</h2>
      </summary>
      {isOpen &&
        sections.map(({ code: step, title, rows }) => (
          <section key={step}>
            <h3>{title}</h3>
            <dl>
              {rows.map(({ code, label, text }) => (
                <div key={code} className="answer-row">
                  <dt>{label}</dt>
                  <dd className={text === '' ? 'answer-text empty' : 'answer-text'}>{text || t('risposta_vuota')}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </details>
  )
}
