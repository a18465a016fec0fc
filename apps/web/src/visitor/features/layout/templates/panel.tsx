import { useCustomer } from '../../../use-customer.ts'
import { StepHelp } from '../step-help.tsx'

/** The customer's title and subtitle in the coloured panel. */
export function PanelTitles() {
  const { config } = useCustomer()
  const { title, subTitle } = config.template_params.params
  return (
    <>
      <p className="panel-title">{typeof title === 'string' && title !== '' ? title : config.form_title}</p>
      {typeof subTitle === 'string' && <p className="panel-subtitle">{subTitle}</p>}
    </>
  )
}

/** A panel in the customer's colours beside the form. After the first step it also contains help for the open step. */
export function Panel() {
  return (
    <aside className="panel">
      <PanelTitles />
      <StepHelp inPanel />
    </aside>
  )
}
