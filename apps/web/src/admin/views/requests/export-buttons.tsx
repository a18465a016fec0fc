import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { download } from '../../call.ts'
import { bytesText } from '../../ui/bytes-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'

type State = { phase: 'running'; format: string; bytes: number; stop: () => void } | { phase: 'failed'; error: Error }

/** Buttons that export the requests that match the filters as CSV or XLSX. A long export shows its progress and can be cancelled. */
export function ExportButtons({ query }: { query: Readonly<Record<string, string | undefined>> }) {
  const { t, language } = useWords()
  const messages = useMessages()
  const [state, setState] = useState<State | null>(null)

  async function run(format: 'csv' | 'xlsx'): Promise<void> {
    const stopping = new AbortController()
    const stop = () => stopping.abort()
    setState({ phase: 'running', format, bytes: 0, stop })
    try {
      const name = `${query.form || 'sportello'}-${new Date().toISOString().slice(0, 10)}.${format}`
      await download(`/requests/export/${format}`, query, name, {
        signal: stopping.signal,
        onBytes: (bytes) => setState({ phase: 'running', format, bytes, stop }),
      })
      setState(null)
    } catch (error) {
      setState(stopping.signal.aborted ? null : { phase: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
    }
  }

  return (
    <>
      {(['csv', 'xlsx'] as const).map((format) => (
        <Button key={format} title={t('export_hint')} onClick={() => void run(format)}>
          {t('export_as', format.toUpperCase())}
        </Button>
      ))}
      {state?.phase === 'running' && (
        <Dialog title={t('export_as', state.format.toUpperCase())} onDismiss={state.stop} actions={<Button onClick={state.stop}>{t('cancel')}</Button>}>
          <p role="status">{t('export_running', bytesText(state.bytes, language))}</p>
          <p className="hint">{t('export_hint')}</p>
        </Dialog>
      )}
      {state?.phase === 'failed' && (
        <Dialog title={t('export_as', '')} onDismiss={() => setState(null)} actions={<Button onClick={() => setState(null)}>{t('close')}</Button>}>
          {messages(state.error).map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Dialog>
      )}
    </>
  )
}
