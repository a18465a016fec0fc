import type { ShownForm } from '@sportello/contract'
import { Loading } from '../../../ui/lazy-part.tsx'
import { useWords } from '../../../words.tsx'
import { VersionList } from '../../definitions/versions-modal.tsx'
import { Figures } from '../../home/home-parts.tsx'
import { RequestLists } from '../../requests/request-lists.tsx'
import { Routing } from '../routing-modal.tsx'
import { Visit } from '../visit-modal.tsx'
import { useDefinitionOf, useFormHome } from './workspace-calls.ts'

/** Tab with the mappings (routing) of a form. */
export function RoutingTab({ form }: { form: ShownForm }) {
  return (
    <Routing
      form={form}
      frame={(content, add) => (
        <div className="workspace-sections">
          {content}
          <div>{add}</div>
        </div>
      )}
    />
  )
}

/** Tab in which an operator simulates a visit to a form. */
export function VisitTab({ form }: { form: ShownForm }) {
  const { t } = useWords()
  return (
    <Visit
      form={form}
      frame={(content, visit) => (
        <div className="workspace-sections">
          <p className="hint">{t('ws_visit_hint')}</p>
          {content}
          <div>{visit}</div>
        </div>
      )}
    />
  )
}

/** Tab of a form's workspace that shows how many requests the form has, with links to lists of these requests. */
export function RequestsTab({ form: { code_form } }: { form: ShownForm }) {
  const { data: home, isPending } = useFormHome(code_form, true)
  return (
    <div className="home workspace-sections">
      <RequestLists values={{}} form={code_form} />
      {isPending && <Loading />}
      {home && <Figures forms={home.forms} more={home.more} form={code_form} />}
    </div>
  )
}

/** Tab with the published versions of a form's definition. */
export function VersionsTab({ form }: { form: ShownForm }) {
  const { t } = useWords()
  const definition = useDefinitionOf(form)
  if (definition === undefined) return <Loading />
  return definition === null ? <p>{t('ws_elsewhere')}</p> : <VersionList definition={definition} />
}
