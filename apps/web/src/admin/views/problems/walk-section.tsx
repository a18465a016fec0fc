import type { WalkReport } from '@sportello/contract'
import type { IssueCode } from '@sportello/fields'
import { issueWords } from '@sportello/phrases/editor'
import { fill } from '@sportello/phrases/fill'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useId, useSyncExternalStore } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { useWords } from '../../words.tsx'
import { useEditorWords } from '../editor/editor-words.tsx'
import { useDraft, useDraftStatus } from '../editor/use-draft.ts'
import { ProblemItem } from './problem-item.tsx'
import { useWalk, type Walk } from './use-walk.ts'
import './walk.css'

interface WalkSectionProps {
  definition: string
  readOnly: boolean
  onSelect: (id: string) => void
}

/**
 * Section of the problems panel in which the author starts the check that tries every path through the steps of the
 * draft. The check runs on the server.
 */
export function WalkSection({ definition, readOnly, onSelect }: WalkSectionProps) {
  const t = useEditorWords()
  const draft = useDraft()
  const { state: saving } = useDraftStatus()
  const sequence = useCallback(() => draft.sequence, [draft])
  const now = useSyncExternalStore(
    useCallback((listener) => draft.subscribe('status', listener), [draft]),
    sequence,
  )
  const { walk, start, cancel } = useWalk(definition, sequence)
  const id = useId()
  const isRunning = walk.state === 'starting' || walk.state === 'running'
  return (
    <section className="walk" aria-labelledby={id}>
      <h4 id={id}>{t('walk_title')}</h4>
      <p className="hint">{t('walk_hint')}</p>
      {isRunning ? (
        <Button onClick={cancel}>{t('walk_cancel')}</Button>
      ) : (
        // The button is disabled until all changes are saved, because the server checks the stored draft.
        <Button onClick={start} disabled={saving !== 'saved'}>
          {t(walk.state === 'none' ? 'walk_start' : 'walk_again')}
        </Button>
      )}
      <WalkState walk={walk} />
      {walk.state === 'done' && (
        <>
          {walk.sequence < now && <p className="notice notice-warning">{t('walk_stale')}</p>}
          <Report report={walk.report} readOnly={readOnly} onSelect={onSelect} />
        </>
      )}
    </section>
  )
}

function WalkState({ walk }: { walk: Walk }) {
  const t = useEditorWords()
  const { language } = useWords()
  const number = new Intl.NumberFormat(language)
  const label = () => {
    if (walk.state === 'starting') return t('walk_starting')
    if (walk.state !== 'running') return ''
    const { shown, tried, steps } = walk.progress
    return shown < steps ? t('walk_showing', number.format(shown), number.format(steps)) : t('walk_trying', number.format(tried), number.format(steps))
  }
  return (
    <>
      {(walk.state === 'starting' || walk.state === 'running') && (
        <div className="walk-progress">
          <progress
            aria-label={t('walk_title')}
            {...(walk.state === 'running' && { value: walk.progress.shown + walk.progress.tried, max: walk.progress.steps * 2 })}
          />
          <span>{label()}</span>
        </div>
      )}
      {/* Only the result is announced to screen readers, because announcing the numbers of the progress would never
         stop. */}
      <p role="status">
        {(walk.state === 'busy' || walk.state === 'failed' || walk.state === 'cancelled') && t(`walk_${walk.state}`)}
        {walk.state === 'done' && t(walk.report.found === 0 ? 'walk_sound' : 'walk_faults')}
      </p>
    </>
  )
}

function Report({ report, readOnly, onSelect }: Omit<WalkSectionProps, 'definition'> & { report: WalkReport }) {
  const t = useEditorWords()
  const { language } = useWords()
  const number = new Intl.NumberFormat(language)
  const { data } = useQuery({ queryKey: ['issue-words', language], queryFn: () => issueWords[language](), staleTime: Number.POSITIVE_INFINITY })
  const refused = Object.entries(report.refused).toSorted(([, one], [, other]) => other - one)
  const seconds = new Intl.NumberFormat(language, { style: 'unit', unit: 'second', maximumFractionDigits: 1 }).format(report.milliseconds / 1_000)
  const facts = [
    ['walk_steps', number.format(report.steps)],
    ['walk_paths', number.format(report.paths)],
    ['walk_accepted', number.format(report.accepted)],
    ['walk_refused', number.format(refused.reduce((sum, [, times]) => sum + times, 0))],
    ['walk_time', seconds],
  ] as const
  return (
    <>
      {report.findings.length > 0 && (
        <ol className="problem-list">
          {report.findings.map(({ check, severity, message, step, field, pointer }) => (
            <ProblemItem
              key={`${pointer} ${message}`}
              problem={{ key: check, severity, message, step, field: field ?? undefined, fix: undefined }}
              readOnly={readOnly}
              onSelect={onSelect}
            />
          ))}
        </ol>
      )}
      {report.found > report.findings.length && <p>{t('problems_more', number.format(report.found - report.findings.length))}</p>}
      <dl className="walk-facts">
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {refused.length > 0 && data && (
        <details>
          <summary>{t('walk_rules')}</summary>
          <ul className="walk-rules">
            {refused.map(([code, times]) => (
              <li key={code}>
                <span>{fill(data.issues[code as IssueCode], ['…', '…'])}</span> <strong>{number.format(times)}</strong>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
