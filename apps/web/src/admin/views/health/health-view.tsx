import type { DeploymentHealth } from '@sportello/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { manage } from '../../call.ts'
import { bytesText } from '../../ui/bytes-text.ts'
import { useIsoDateTimeFormat } from '../../ui/date-time-format.ts'
import { Facts } from '../../ui/facts.tsx'
import { useMessages } from '../../ui/use-messages.ts'
import { useWords } from '../../words.tsx'

const REFRESH_MS = 10_000

/** View of the deployment's health. It reloads the data at regular intervals while it is open. */
export default function HealthView() {
  const { t, language } = useWords()
  const messages = useMessages()
  const source = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => manage<DeploymentHealth>('GET', '/health', { signal }),
    refetchInterval: REFRESH_MS,
  })
  const health = source.data
  const number = (value: number) => value.toLocaleString(language)
  const since = (seconds: number | null) =>
    seconds === null
      ? '–'
      : new Intl.NumberFormat(language, { style: 'unit', unit: seconds < 120 ? 'second' : 'minute', unitDisplay: 'long', maximumFractionDigits: 0 }).format(
          seconds < 120 ? seconds : seconds / 60,
        )
  return (
    <div className="health">
      {source.error && (
        <p className="notice notice-danger" role="alert">
          {messages(source.error).join(' ')}
        </p>
      )}
      {source.isPending && <p role="status">{t('loading')}</p>}
      {health && (
        <div className="health-cards">
          <Card
            title={t('health_database')}
            facts={[
              [t('health_version'), health.database.version],
              [t('health_size'), bytesText(health.database.bytes, language)],
            ]}
          />
          <Card
            title={t('health_mail')}
            warning={health.mail.configured ? undefined : t('health_kept')}
            facts={[
              [t('health_queued'), number(health.mail.queued)],
              [t('health_retrying'), number(health.mail.retrying)],
              [t('health_failed'), number(health.mail.failed)],
              [t('health_oldest'), since(health.mail.oldest_queued_s)],
            ]}
          />
          <Card
            title={t('view_deliveries')}
            facts={[
              [t('health_queued'), number(health.deliveries.queued)],
              [t('health_retrying'), number(health.deliveries.retrying)],
              [t('health_failed'), number(health.deliveries.failed)],
            ]}
          />
          <Card
            title={t('health_queue')}
            warning={health.queue.workers > 0 ? undefined : t('health_no_workers')}
            facts={[
              [t('health_workers'), number(health.queue.workers)],
              [t('health_queued'), number(health.queue.waiting)],
              [t('health_failed'), number(health.queue.given_up)],
              [t('health_oldest'), since(health.queue.oldest_s)],
            ]}
          />
          <Card
            title={t('health_requests')}
            facts={[
              [t('health_awaiting'), number(health.requests.awaiting)],
              [t('health_failed'), number(health.requests.failed)],
              [t('health_ending'), number(health.requests.ending)],
            ]}
          />
          <Card
            title={t('health_storage')}
            facts={[
              [t('health_free'), bytesText(health.storage.free_bytes, language)],
              [t('health_size'), bytesText(health.storage.total_bytes, language)],
            ]}
          />
          {health.object_storage.configured && (
            <Card
              title={t('health_objects')}
              warning={health.object_storage.reached ? undefined : t('health_no_objects')}
              facts={health.object_storage.reached ? [[t('request_state'), t('health_on')]] : []}
            />
          )}
          <Antivirus antivirus={health.antivirus} />
        </div>
      )}
    </div>
  )
}

function Antivirus({ antivirus: { configured, version, signatures, found } }: Pick<DeploymentHealth, 'antivirus'>) {
  const { t, language } = useWords()
  const formatDateTime = useIsoDateTimeFormat()
  const facts: [string, ReactNode][] = []
  if (!configured) facts.push([t('request_state'), t('health_off')])
  if (version !== null) facts.push([t('request_state'), t('health_on')], [t('health_version'), version])
  if (signatures !== null) facts.push([t('health_signatures'), formatDateTime(signatures)])
  if (configured || found > 0) facts.push([t('health_found'), found.toLocaleString(language)])
  return <Card title={t('health_antivirus')} warning={configured && version === null ? t('health_no_scanner') : undefined} facts={facts} />
}

function Card({ title, facts, warning }: { title: string; facts: readonly [string, ReactNode][]; warning?: string | undefined }) {
  const id = useId()
  return (
    <section className="health-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {warning && <p className="notice notice-warning">{warning}</p>}
      <Facts facts={facts} />
    </section>
  )
}
