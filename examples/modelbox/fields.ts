/** Fields that all versions of a ModelBox have in common. */
import { k8s } from "pintle";
import { z } from "zod";

/** What a Service, a container and DNS take for a name. */
export const name = z
  .string()
  .max(63)
  .regex(/^[a-z]([-a-z0-9]*[a-z0-9])?$/)
  .describe("Of the Service and of the business container; the name of the object unless given.");

export const image = z.string().min(1).regex(/^\S+$/).describe("What the business container runs.");

export const portNumber = k8s.int32().min(1).max(65_535);

const targets = k8s.rule(k8s.servicePorts().min(1).max(32), {
  rule: "self.all(p, !has(p.targetPort) || (type(p.targetPort) == int && p.targetPort > 0 && p.targetPort < 65536))",
  message: "targetPort has to be a number from 1 to 65535: containers of a ModelBox have no named ports",
});

/** A cluster whose kube-apiserver has another --service-node-port-range changes the numbers here. */
export const ports = k8s
  .rule(targets, {
    rule: "self.all(p, !has(p.nodePort) || (p.nodePort >= 30000 && p.nodePort <= 32767))",
    message: "nodePort has to be from 30000 to 32767: nodes have no other ports for Services",
  })
  .describe("Of the Service, and of the business container behind it.");

export const envs = k8s.rule(k8s.envVars().max(256), {
  rule: "self.all(env, !has(env.value) || !has(env.valueFrom))",
  message: "value and valueFrom exclude each other",
});

const onNumber = k8s.rule(k8s.probe(), {
  rule: "(!has(self.httpGet) || type(self.httpGet.port) == int) && (!has(self.tcpSocket) || type(self.tcpSocket.port) == int)",
  message: "port has to be a number: the business container has no named ports",
});

export const livenessProbe = k8s.rule(onNumber, {
  rule: "!has(self.successThreshold) || self.successThreshold < 2",
  message: "successThreshold has to be 1: a container that lives once lives",
});

export const readinessProbe = k8s.rule(onNumber, {
  rule: "!has(self.terminationGracePeriodSeconds)",
  message: "terminationGracePeriodSeconds is nothing for a probe that ends no container",
});
