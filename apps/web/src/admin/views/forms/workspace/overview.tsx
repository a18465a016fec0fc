import type { ShownForm, TagForm } from '@sportello/contract'
import type { AdminPhrases } from '@sportello/phrases/admin'
import { Link } from '@tanstack/react-router'
import { Button } from '../../../../shared/ui/button.tsx'
import { usePermissions } from '../../../account.ts'
import { type DashboardSearch, places } from '../../../address.ts'
import { Loading } from '../../../ui/lazy-part.tsx'
import { useMessages } from '../../../ui/use-messages.ts'
import { useWords } from '../../../words.tsx'
import { FormAddress } from '../../editor/form-address.tsx'
import { AttentionList } from '../../home/attention-list.tsx'
import { Changes, Figures, Part } from '../../home/home-parts.tsx'
import { useMappings } from '../form-calls.ts'
import { chatStateOf } from '../form-draft.ts'
import { ParameterList } from '../parameters-modal.tsx'
import { useFormHome } from './workspace-calls.ts'

interface OverviewProps {
  form: ShownForm
  tag: TagForm | undefined
  /** True if the operator may read requests. Authors may not. */
  seesRequests: boolean
}

/**
 * Overview tab of a form's workspace. It shows the steps that the operator must still take before the form is online,
 * the public URL, numbers of requests, warnings and the latest changes.
 */
export function Overview({ form, tag, seesRequests }: OverviewProps) {
  const { t } = useWords()
  const may = usePermissions()
  const messages = useMessages()
  const source = useFormHome(form.code_form, seesRequests)
  const home = source.data
  return (
    <div className="home workspace-overview">
      <Part title={t('ws_ready')}>
        <Checklist form={form} mailConfigured={home?.mail_configured ?? null} />
      </Part>
      <Part title={t('ws_address')}>
        <FormAddress form={form} action={null} />
      </Part>
      {source.error && (
        <div className="notice notice-danger" role="alert">
          <p>{messages(source.error).join(' ')}</p>
          <Button onClick={() => void source.refetch()}>{t('try_again')}</Button>
        </div>
      )}
      {seesRequests && source.isPending && <Loading />}
      {home && (
        <>
          <Part title={t('home_attention')}>
            <AttentionList home={home} form={form.code_form} />
          </Part>
          <Part title={t('view_requests')}>
            <Figures forms={home.forms} more={home.more} form={form.code_form} />
          </Part>
          {may.change && (
            <Part title={t('home_changes')}>
              <Changes changes={home.changes} form={form.code_form} />
            </Part>
          )}
        </>
      )}
      <Part title={t('parameters_title', form.code_tag)}>
        <ParameterList tag={tag} />
      </Part>
    </div>
  )
}

interface Check {
  label: keyof AdminPhrases
  isDone: boolean
  /** Query parameters of the dashboard page on which the operator can take this step. */
  fix: DashboardSearch
}

function Checklist({ form, mailConfigured }: { form: ShownForm; mailConfigured: boolean | null }) {
  const { t } = useWords()
  const { data: mappings } = useMappings(form.id)
  const at = (tab: string): DashboardSearch => ({ view: 'forms', form: form.code_form, tab })
  const editor = { view: 'definitions', definition: form.code_tag }
  const hasSso = form.auth_type.includes('SSO')
  const checks: (Check | false)[] = [
    { label: 'ws_check_definition', isDone: form.tag_exists, fix: editor },
    { label: 'ws_check_access', isDone: form.auth_type.length > 0, fix: editor },
    hasSso && form.params.oidc === undefined && { label: 'ws_check_secret', isDone: form.secrets.includes('sso_secret_aes'), fix: at('access') },
    hasSso && mappings !== undefined && { label: 'ws_check_routing', isDone: mappings.length > 0, fix: at('routing') },
    chatStateOf(form) !== 'inactive' && { label: 'ws_check_chat', isDone: chatStateOf(form) === 'active', fix: at('chat') },
    mailConfigured !== null && { label: 'ws_check_mail', isDone: mailConfigured, fix: { view: 'health' } },
    { label: 'ws_check_active', isDone: form.active, fix: { view: 'forms', 'f.code': form.code_form } },
  ]
  return (
    <ul className="home-lines" aria-label={t('ws_ready')}>
      {checks
        .filter((check) => check !== false)
        .map(({ label, isDone, fix }) => (
          <li key={label}>
            <span>
              <span className={isDone ? 'badge state-processed' : 'badge state-failed'}>
                <span aria-hidden="true">{isDone ? '✓' : '✗'}</span> {t(isDone ? 'ws_done' : 'ws_todo')}
              </span>{' '}
              {t(label)}
            </span>
            {!isDone && (
              <Link to={places.management} search={fix} aria-label={`${t('ws_fix')}: ${t(label)}`}>
                {t('ws_fix')}
              </Link>
            )}
          </li>
        ))}
    </ul>
  )
}
