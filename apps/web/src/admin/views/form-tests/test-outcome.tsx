import type { FormTest, FormTestOutcome } from '@sportello/contract'
import type { IssueCode } from '@sportello/fields'
import { issueWords } from '@sportello/phrases/editor'
import { fill } from '@sportello/phrases/fill'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../words.tsx'
import { differingRange, linesOf } from './differing-lines.ts'

/**
 * Shows how a test's outcome differs from the expected outcome. For each part that differs, shows the expected and the
 * current value.
 */
export function TestOutcome({ test: { expected, outcome, differs } }: { test: FormTest }) {
  const { t, language } = useWords()
  const { data: words } = useQuery({ queryKey: ['issue-words', language], queryFn: () => issueWords[language](), staleTime: Number.POSITIVE_INFINITY })
  const rule = (code: string) => {
    const text = words?.issues[code as IssueCode]
    if (code === 'unknown' || code === 'sign_in') return t(`test_${code}`)
    return text === undefined ? code : fill(text, ['…', '…'])
  }
  const text = (whole: FormTestOutcome, part: keyof FormTestOutcome, other: FormTestOutcome): string => {
    if (part === 'path') return whole.path.join(' › ') || '–'
    if (part === 'refused') return whole.refused.map((each) => `${each.field}: ${rule(each.rule)}`).join(' ') || t('test_accepted_request')
    if (part === 'summary') return whole.summary ?? '–'
    if (part === 'mails' || part === 'deliveries')
      return (
        linesOf(whole, part)
          .slice(...differingRange(linesOf(whole, part), linesOf(other, part)))
          .join('\n') || '–'
      )
    return whole[part] === null ? '–' : JSON.stringify(whole[part])
  }
  // If the request is now rejected, or is no longer rejected, shows only this difference and the visitor's path. A
  // rejected request stores nothing, so its other parts contain no information.
  const parts = differs.includes('refused') ? differs.filter((part) => part === 'refused' || part === 'path') : differs
  return (
    <dl className="test-parts">
      {parts.map((part) => (
        <div key={part}>
          <dt>{t(`test_part_${part}`)}</dt>
          <dd>
            <span className="hint">{t('test_expected')}</span> <del>{text(expected, part, outcome)}</del>
          </dd>
          <dd>
            <span className="hint">{t('test_now')}</span> <ins>{text(outcome, part, expected)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
