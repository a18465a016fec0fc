import type { FormTest, FormTestOutcome } from '@sportello/contract'
import type { IssueCode } from '@sportello/fields'
import { issueWords } from '@sportello/phrases/editor'
import { fill } from '@sportello/phrases/fill'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../words.tsx'

/**
 * Lists the parts of a test's outcome that differ from the expected outcome, each with its expected and its current
 * value.
 */
export function TestOutcome({ test: { expected, outcome, differs } }: { test: FormTest }) {
  const { t, language } = useWords()
  const { data: words } = useQuery({ queryKey: ['issue-words', language], queryFn: () => issueWords[language](), staleTime: Number.POSITIVE_INFINITY })
  const rule = (code: string) => {
    const text = words?.issues[code as IssueCode]
    if (code === 'unknown' || code === 'sign_in') return t(`test_${code}`)
    return text === undefined ? code : fill(text, ['…', '…'])
  }
  const text = (whole: FormTestOutcome, part: keyof FormTestOutcome): string => {
    if (part === 'path') return whole.path.join(' › ') || '–'
    if (part === 'refused') return whole.refused.map((each) => `${each.field}: ${rule(each.rule)}`).join(' ') || t('test_accepted_request')
    if (part === 'summary') return whole.summary ?? '–'
    if (part === 'mails') return whole.mails?.map(({ recipient, subject, text: body }) => `${recipient}: ${subject}\n${body}`).join('\n\n') || '–'
    if (part === 'deliveries') return whole.deliveries?.map(({ destination, body }) => `${destination}: ${body}`).join('\n\n') || '–'
    return whole[part] === null ? '–' : JSON.stringify(whole[part])
  }
  // If the test's request is newly rejected or accepted, lists only that difference and the visitor's path. A rejected
  // request stores nothing, so its other parts contain no information.
  const parts = differs.includes('refused') ? differs.filter((part) => part === 'refused' || part === 'path') : differs
  return (
    <dl className="test-parts">
      {parts.map((part) => (
        <div key={part}>
          <dt>{t(`test_part_${part}`)}</dt>
          <dd>
            <span className="hint">{t('test_expected')}</span> <del>{text(expected, part)}</del>
          </dd>
          <dd>
            <span className="hint">{t('test_now')}</span> <ins>{text(outcome, part)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
