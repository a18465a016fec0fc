import type { DryRunReport } from '@sportello/contract'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { DEVICES, type Device } from '../../../shared/ui/device-frame.ts'
import { useMessages } from '../../ui/use-messages.ts'
import { ReviewLinks } from '../comments/review-links.tsx'
import { useDraft, useNodePart } from '../editor/use-draft.ts'
import { RecordTest } from '../form-tests/record-test.tsx'
import { DryRun } from './dry-run-report.tsx'
import { PreviewFrame } from './preview-frame.tsx'
import { OptionsForm } from './preview-options.tsx'
import { usePreviewWords } from './preview-words.tsx'
import { usePreview } from './use-preview.ts'
import './preview.css'

/**
 * Delay in milliseconds between the last stored change and the reload of the preview. It prevents a reload at every
 * typed word.
 */
const SETTLED_MS = 400

/**
 * The preview can be shown alone, without the open step. If the window is then at least this wide (in CSS pixels), the
 * preview starts in the width of a computer screen.
 */
const WIDE = 1_024

interface PreviewPanelProps {
  definition: string
  /** Id of the step that the author has selected in the editor. */
  step: string
  isAlone: boolean
  /**
   * Called with the new place of the preview: `beside` the open step, or `alone`. Called with undefined to close the
   * preview.
   */
  onPlace: (place: 'beside' | 'alone' | undefined) => void
}

/**
 * Panel with the preview of the draft: a frame that shows the visitor's pages. The preview opens the step that is
 * selected in the editor, and reloads after stored changes by any author.
 */
export default function PreviewPanel({ definition, step, isAlone, onPlace }: PreviewPanelProps) {
  const t = usePreviewWords()
  const messages = useMessages()
  const { shown, options, error, change } = usePreview(definition)
  const [device, setDevice] = useState<Device>(isAlone && window.innerWidth >= WIDE ? 'desk' : 'phone')
  const [report, setReport] = useState<DryRunReport | null>(null)
  const [isReportShown, setReportShown] = useState(false)
  const arrived = useRef<HTMLDivElement>(null)
  const sequence = useSettledSequence()
  const codeTag = useNodePart(step, (node) => (node && node.parent !== null ? String(node.content.code_tag ?? '') : ''))
  const path = shown && (codeTag === '' ? `/${shown.code}` : `/${shown.code}/open/${encodeURIComponent(codeTag)}`)
  const onDryRun = useCallback((sent: DryRunReport) => {
    setReport(sent)
    setReportShown(false)
  }, [])
  useEffect(() => void (report && arrived.current?.scrollIntoView({ block: 'nearest' })), [report])
  return (
    <section className="preview" data-alone={isAlone || undefined} aria-label={t('preview_open')}>
      <div className="preview-head">
        <h3>{t('preview_open')}</h3>
        <fieldset className="preview-devices">
          <legend className="visually-hidden">{t('preview_device')}</legend>
          {(Object.keys(DEVICES) as Device[]).map((each) => (
            <Button key={each} aria-pressed={each === device} onClick={() => setDevice(each)}>
              {t(`preview_${each}`)}
            </Button>
          ))}
        </fieldset>
        <Button weight="quiet" onClick={() => onPlace(isAlone ? 'beside' : 'alone')}>
          {t(isAlone ? 'preview_beside' : 'preview_alone')}
        </Button>
        <Button weight="quiet" onClick={() => onPlace(undefined)}>
          {t('preview_close')}
        </Button>
      </div>
      <p className="hint">{t('preview_hint')}</p>
      {shown && options && <OptionsForm options={options} answer={shown.answer} onChange={change} />}
      {shown && options && <ReviewLinks definition={definition} options={options} />}
      {error && (
        <p className="notice notice-danger" role="alert">
          {t('preview_ended', messages(error).join(' '))}
        </p>
      )}
      <div role="status" ref={arrived}>
        {report && (
          <div className="notice preview-arrived">
            <p>
              {t('dry_run_ok')} {t('dry_run_nothing')}
            </p>
            <Button aria-expanded={isReportShown} onClick={() => setReportShown(!isReportShown)}>
              {t(isReportShown ? 'dry_run_back' : 'dry_run')}
            </Button>
            {shown && <RecordTest definition={definition} report={report} options={shown.options} />}
          </div>
        )}
      </div>
      {report && isReportShown && <DryRun report={report} />}
      {path && shown ? (
        <PreviewFrame path={path} revision={`${sequence} ${JSON.stringify(shown.options)}`} device={device} isHidden={isReportShown} onDryRun={onDryRun} />
      ) : (
        !error && <p role="status">{t('preview_waiting')}</p>
      )}
    </section>
  )
}

/** Returns the sequence number of the draft's last stored change. The number is updated after a short delay. */
function useSettledSequence(): number {
  const draft = useDraft()
  const stored = useSyncExternalStore(
    useCallback((listener) => draft.subscribe('status', listener), [draft]),
    () => draft.sequence,
  )
  const [settled, setSettled] = useState(stored)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(stored), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [stored])
  return settled
}
