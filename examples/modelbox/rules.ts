/** What the fields of a ModelBox have to do with each other. The API server sees to it, also where no webhook runs. */

/** What the business container is called. */
const name = "(has(self.spec.name) ? self.spec.name : self.metadata.name)";

/** Of every version. */
export const nameRules = [
  {
    rule: "self.metadata.name.size() <= 63",
    message: "metadata.name has to be no longer than 63 characters: it is the value of a label on pods",
  },
  {
    rule: "has(self.spec.name) || self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",
    message: "has to be given, because metadata.name is no name of a Service: a-z, 0-9 and -, and a letter first",
    fieldPath: ".spec.name",
  },
];

export const rules = [
  ...nameRules,
  {
    rule: "self.spec.?size.orValue('') != 'custom' || has(self.spec.resources)",
    message: "have to be given for size custom",
    fieldPath: ".spec.resources",
  },
  {
    rule: "!has(self.spec.resources) || self.spec.?size.orValue('custom') == 'custom'",
    message: "are for size custom: leave one of both out",
    fieldPath: ".spec.resources",
  },
  {
    rule: "has(self.spec.ports) || self.spec.?serviceType.orValue('None') == 'None'",
    message: "have to be given for a Service of this serviceType",
    fieldPath: ".spec.ports",
  },
  {
    rule: "!has(self.spec.ports) || self.spec.?serviceType.orValue('NodePort') in ['NodePort', 'LoadBalancer'] || self.spec.ports.all(p, !has(p.nodePort))",
    message: "has to be NodePort or LoadBalancer, or not given, where a port names a nodePort",
    fieldPath: ".spec.serviceType",
  },
  {
    rule: `!has(self.spec.containers) || self.spec.containers.all(c, c.name != ${name})`,
    message: "one of them has the name of the business container",
    fieldPath: ".spec.containers",
  },
  {
    rule: `!has(self.spec.initContainers) || self.spec.initContainers.all(c, c.name != ${name})`,
    message: "one of them has the name of the business container",
    fieldPath: ".spec.initContainers",
  },
  {
    rule: "!has(self.spec.initContainers) || !has(self.spec.containers) || self.spec.initContainers.all(c, self.spec.containers.all(other, other.name != c.name))",
    message: "one of them has the name of another container",
    fieldPath: ".spec.initContainers",
  },
];
