import { describeAction, type OrganizationPlan } from '@parlance/reconcile';

/** Describes a plan to the people who review it. */
export function organizationPlanText(plan: OrganizationPlan): readonly string[] {
  const { actions, notes, breaches, seats } = plan;
  return [
    `${actions.length} actions for ${plan.organization.name}. Seats: ${seats.before} before, ${seats.after} after. At the limit, it takes ${plan.seconds} s.`,
    ...actions.flatMap((action) => [
      `  ${describeAction(action)}`,
      ...('breaks' in action ? action.breaks.map((text) => `    ${text}`) : []),
    ]),
    ...notes.map(({ action, email, workspace, why }) => `  ${action}: ${email ?? workspace ?? ''} ${why}`),
    ...breaches.map(({ message }) => `Needs approval: ${message}`),
    `Digest: ${plan.digest}`,
    `Expires at ${plan.expires_at}.`,
  ];
}
