// Reads JSON lines of what bootstrap data is made from, and prints what the packages of the Go kubeadm bootstrap provider make of each.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"github.com/blang/semver/v4"
	clct "github.com/flatcar/container-linux-config-transpiler/config"
	corev1 "k8s.io/api/core/v1"
	clientcmdv1 "k8s.io/client-go/tools/clientcmd/api/v1"
	"k8s.io/utils/ptr"
	bootstrapv1 "sigs.k8s.io/cluster-api/api/bootstrap/kubeadm/v1beta2"
	clusterv1 "sigs.k8s.io/cluster-api/api/core/v1beta2"
	"sigs.k8s.io/cluster-api/bootstrap/kubeadm/pkg/cloudinit"
	"sigs.k8s.io/cluster-api/bootstrap/kubeadm/pkg/ignition"
	"sigs.k8s.io/cluster-api/bootstrap/kubeadm/pkg/types"
	"sigs.k8s.io/cluster-api/bootstrap/kubeadm/pkg/types/upstream"
	"sigs.k8s.io/cluster-api/util/certs"
	"sigs.k8s.io/cluster-api/util/secret"
	"sigs.k8s.io/yaml"
)

type question struct {
	// A Container Linux Config, or
	ContainerLinuxConfig *string `json:"containerLinuxConfig"`
	// a machine.
	Role              string                        `json:"role"`
	KubernetesVersion string                        `json:"kubernetesVersion"`
	Spec              bootstrapv1.KubeadmConfigSpec `json:"spec"`
	Cluster           cluster                       `json:"cluster"`
	Certificates      []certificate                 `json:"certificates"`
}

type cluster struct {
	ClusterName          string  `json:"clusterName"`
	ControlPlaneEndpoint string  `json:"controlPlaneEndpoint"`
	ServiceDomain        *string `json:"serviceDomain"`
	ServiceSubnet        *string `json:"serviceSubnet"`
	PodSubnet            *string `json:"podSubnet"`
}

type certificate struct {
	Purpose         secret.Purpose `json:"purpose"`
	CertificateFile string         `json:"certificateFile"`
	KeyFile         string         `json:"keyFile"`
	Certificate     string         `json:"certificate"`
	PrivateKey      string         `json:"privateKey"`
}

type answer struct {
	Data   string `json:"data,omitempty"`
	Config any    `json:"config,omitempty"`
	// Of the Container Linux Config: `error` or `warning`, each as often as it is found.
	Findings []string `json:"findings,omitempty"`
	Error    string   `json:"error,omitempty"`
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<20), 1<<24)
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	for in.Scan() {
		var asked question
		if err := json.Unmarshal(in.Bytes(), &asked); err != nil {
			panic(err)
		}
		if err := encoder.Encode(answerTo(asked)); err != nil {
			panic(err)
		}
	}
}

func answerTo(asked question) answer {
	if asked.ContainerLinuxConfig != nil {
		return converted([]byte(*asked.ContainerLinuxConfig))
	}
	data, err := dataOf(asked)
	if err != nil {
		return answer{Error: err.Error()}
	}
	return answer{Data: string(data)}
}

// As the provider does with `additionalConfig`.
func converted(text []byte) answer {
	config, ast, parsing := clct.Parse(text)
	var found answer
	for _, entry := range parsing.Entries {
		found.Findings = append(found.Findings, entry.Kind.String())
	}
	if parsing.IsFatal() {
		return found
	}
	made, conversion := clct.Convert(config, "", ast)
	for _, entry := range conversion.Entries {
		found.Findings = append(found.Findings, entry.Kind.String())
	}
	if !conversion.IsFatal() {
		found.Config = made
	}
	return found
}

func dataOf(asked question) ([]byte, error) {
	spec := asked.Spec
	version, err := semver.ParseTolerant(asked.KubernetesVersion)
	if err != nil {
		return nil, err
	}
	base := cloudinit.BaseUserData{
		AdditionalFiles:     spec.Files,
		BootCommands:        spec.BootCommands,
		PreKubeadmCommands:  spec.PreKubeadmCommands,
		PostKubeadmCommands: spec.PostKubeadmCommands,
		Users:               spec.Users,
		Mounts:              spec.Mounts,
		KubernetesVersion:   version,
	}
	if spec.NTP.IsDefined() {
		base.NTP = &spec.NTP
	}
	if spec.DiskSetup.IsDefined() {
		base.DiskSetup = &spec.DiskSetup
	}
	if spec.Verbosity != nil {
		base.KubeadmVerbosity = fmt.Sprintf("--v %d", *spec.Verbosity)
	}
	if asked.Role == "init" {
		return initData(asked, base, version)
	}
	join := &spec.JoinConfiguration
	if own := ptr.Deref(join.NodeRegistration.Taints, nil); asked.Role == "worker" && !slices.ContainsFunc(own, isUninitialized) {
		join.NodeRegistration.Taints = ptr.To(append(own, clusterv1.NodeUninitializedTaint))
	}
	if asked.Role != "worker" && join.ControlPlane == nil {
		join.ControlPlane = &bootstrapv1.JoinControlPlane{}
	}
	if join.Discovery.File.KubeConfig.IsDefined() {
		kubeconfig, err := kubeconfigOf(join.Discovery.File)
		if err != nil {
			return nil, err
		}
		base.AdditionalFiles = append(base.AdditionalFiles, kubeconfig)
	}
	document, err := types.MarshalJoinConfigurationForVersion(join, version)
	if err != nil {
		return nil, err
	}
	if asked.Role == "worker" {
		input := &cloudinit.NodeInput{BaseUserData: base, JoinConfiguration: document}
		if spec.Format == bootstrapv1.Ignition {
			data, _, err := ignition.NewNode(&ignition.NodeInput{NodeInput: input, Ignition: &spec.Ignition})
			return data, err
		}
		return cloudinit.NewNode(input)
	}
	input := &cloudinit.ControlPlaneJoinInput{BaseUserData: base, JoinConfiguration: document, Certificates: certificatesOf(asked)}
	if spec.Format == bootstrapv1.Ignition {
		data, _, err := ignition.NewJoinControlPlane(&ignition.ControlPlaneJoinInput{ControlPlaneJoinInput: input, Ignition: &spec.Ignition})
		return data, err
	}
	return cloudinit.NewJoinControlPlane(input)
}

func isUninitialized(taint corev1.Taint) bool {
	return taint.MatchTaint(&clusterv1.NodeUninitializedTaint)
}

func initData(asked question, base cloudinit.BaseUserData, version semver.Version) ([]byte, error) {
	spec := asked.Spec
	if spec.ClusterConfiguration.ControlPlaneEndpoint == "" {
		spec.ClusterConfiguration.ControlPlaneEndpoint = asked.Cluster.ControlPlaneEndpoint
	}
	additional := &upstream.AdditionalData{
		KubernetesVersion:                       &asked.KubernetesVersion,
		ClusterName:                             &asked.Cluster.ClusterName,
		DNSDomain:                               asked.Cluster.ServiceDomain,
		ServiceSubnet:                           asked.Cluster.ServiceSubnet,
		PodSubnet:                               asked.Cluster.PodSubnet,
		ControlPlaneComponentHealthCheckSeconds: spec.InitConfiguration.Timeouts.ControlPlaneComponentHealthCheckSeconds,
	}
	ofCluster, err := types.MarshalClusterConfigurationForVersion(&spec.ClusterConfiguration, version, additional)
	if err != nil {
		return nil, err
	}
	ofInit, err := types.MarshalInitConfigurationForVersion(&spec.InitConfiguration, version)
	if err != nil {
		return nil, err
	}
	input := &cloudinit.ControlPlaneInput{
		BaseUserData:         base,
		Certificates:         certificatesOf(asked),
		ClusterConfiguration: ofCluster,
		InitConfiguration:    ofInit,
	}
	if spec.Format == bootstrapv1.Ignition {
		data, _, err := ignition.NewInitControlPlane(&ignition.ControlPlaneInput{ControlPlaneInput: input, Ignition: &spec.Ignition})
		return data, err
	}
	return cloudinit.NewInitControlPlane(input)
}

// As resolveDiscoveryKubeConfig of the provider's reconciler, which is not exported.
func kubeconfigOf(discovery bootstrapv1.FileDiscovery) (bootstrapv1.File, error) {
	given := discovery.KubeConfig
	user := clientcmdv1.AuthInfo{}
	if given.User.AuthProvider.IsDefined() {
		user.AuthProvider = &clientcmdv1.AuthProviderConfig{Name: given.User.AuthProvider.Name, Config: given.User.AuthProvider.Config}
	}
	if exec := given.User.Exec; exec.IsDefined() {
		user.Exec = &clientcmdv1.ExecConfig{
			Command:            exec.Command,
			Args:               exec.Args,
			APIVersion:         exec.APIVersion,
			ProvideClusterInfo: ptr.Deref(exec.ProvideClusterInfo, false),
			InteractiveMode:    "Never",
		}
		if user.Exec.APIVersion == "" {
			user.Exec.APIVersion = "client.authentication.k8s.io/v1"
		}
		for _, env := range exec.Env {
			user.Exec.Env = append(user.Exec.Env, clientcmdv1.ExecEnvVar{Name: env.Name, Value: env.Value})
		}
	}
	content, err := yaml.Marshal(clientcmdv1.Config{
		CurrentContext: "default",
		Contexts:       []clientcmdv1.NamedContext{{Name: "default", Context: clientcmdv1.Context{Cluster: "default", AuthInfo: "default"}}},
		Clusters: []clientcmdv1.NamedCluster{{Name: "default", Cluster: clientcmdv1.Cluster{
			Server:                   given.Cluster.Server,
			TLSServerName:            given.Cluster.TLSServerName,
			InsecureSkipTLSVerify:    ptr.Deref(given.Cluster.InsecureSkipTLSVerify, false),
			CertificateAuthorityData: given.Cluster.CertificateAuthorityData,
			ProxyURL:                 given.Cluster.ProxyURL,
		}}},
		AuthInfos: []clientcmdv1.NamedAuthInfo{{Name: "default", AuthInfo: user}},
	})
	return bootstrapv1.File{Path: discovery.KubeConfigPath, Owner: "root:root", Permissions: "0640", Content: string(content)}, err
}

func certificatesOf(asked question) secret.Certificates {
	var all secret.Certificates
	for _, one := range asked.Certificates {
		all = append(all, &secret.Certificate{
			Purpose:  one.Purpose,
			CertFile: one.CertificateFile,
			KeyFile:  one.KeyFile,
			KeyPair:  &certs.KeyPair{Cert: []byte(one.Certificate), Key: []byte(one.PrivateKey)},
		})
	}
	return all
}
